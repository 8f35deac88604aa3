import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardStats } from '@/api/types';
import { formatNumber } from '@/i18n/format';
import { parseSearch } from '@/lib/search-params';
import { CountLink, Figure } from './figure';

/** What the day asks for. The API says itself which bookings each number counts. */
export function TodayFigures({ today }: { today: DashboardStats['today'] }) {
  const { t } = useTranslation();
  const link = (query: string, children: ReactNode) => (
    <CountLink list={{ to: '/admin/bookings', search: parseSearch(query) }}>{children}</CountLink>
  );
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3">
      <Figure
        name={t('admin.dashboard.pickUps')}
        aside={link(today.lists.pickUpsDone, t('admin.dashboard.handedOver', { count: today.pickUpsDone }))}
      >
        {link(today.lists.pickUps, formatNumber(today.pickUps))}
      </Figure>
      <Figure
        name={t('admin.dashboard.returns')}
        aside={link(today.lists.returnsDone, t('admin.dashboard.back', { count: today.returnsDone }))}
      >
        {link(today.lists.returns, formatNumber(today.returns))}
      </Figure>
      <Figure name={t('admin.bookings.late')} aside={t('admin.dashboard.lateHint')}>
        {link(today.lists.overdue, formatNumber(today.overdue))}
      </Figure>
    </dl>
  );
}
