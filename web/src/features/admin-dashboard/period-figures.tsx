import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardReport } from '@/api/types';
import { Money } from '@/components/money';
import { formatNumber } from '@/i18n/format';
import { CountLink, Figure, TrendText } from './figure';
import { listsOf, rentalsOf } from './lists';
import { spansOf } from './period';

/** Two figures above three where five do not fit beside each other. */
export const periodGrid =
  'grid gap-3 sm:grid-cols-2 *:sm:max-lg:last:col-span-2 lg:grid-cols-6 2xl:grid-cols-5 *:lg:col-span-2 *:nth-[-n+2]:lg:col-span-3 *:2xl:col-span-1!';

/** What came of a period, beside as many days before it. */
export function PeriodFigures({ report, franchise }: { report: DashboardReport; franchise: string }) {
  const { t } = useTranslation();
  const { at, beforeFrom, from, to, current, before } = report;
  const spans = spansOf(report);
  const now = listsOf(spans.now, franchise);
  const then = listsOf(spans.before, franchise);
  const rentals = rentalsOf(from, to, at, franchise);
  const percent = (share: number): ReactNode =>
    t('admin.dashboard.percent', { value: formatNumber(share * 100, 1) });
  return (
    <dl className={periodGrid}>
      <Figure
        name={t('admin.dashboard.revenue')}
        aside={
          <CountLink list={now.revenue}>
            {t('admin.dashboard.payments', { count: current.payments })}
          </CountLink>
        }
        trend={
          <TrendText now={current.revenue} before={before.revenue}>
            <CountLink list={then.revenue}>
              <Money amount={before.revenue} />
            </CountLink>
          </TrendText>
        }
      >
        <CountLink list={now.revenue}>
          <Money amount={current.revenue} />
        </CountLink>
      </Figure>
      <Figure
        name={t('admin.dashboard.utilisation')}
        aside={
          <>
            <CountLink list={rentals}>{t('admin.dashboard.rentals', { count: current.rentals })}</CountLink>{' '}
            {t('admin.dashboard.hours', {
              booked: formatNumber(current.utilisation.bookedHours),
              fleet: formatNumber(current.utilisation.fleetHours),
            })}
          </>
        }
        trend={
          <TrendText now={current.utilisation.share} before={before.utilisation.share}>
            <CountLink list={rentalsOf(beforeFrom, from, at, franchise)}>
              {percent(before.utilisation.share)}
            </CountLink>
          </TrendText>
        }
      >
        <CountLink list={rentals}>{percent(current.utilisation.share)}</CountLink>
      </Figure>
      <Figure
        name={t('admin.dashboard.bookings')}
        aside={t('admin.dashboard.bookingsHint')}
        trend={
          <TrendText now={current.bookings} before={before.bookings}>
            <CountLink list={then.bookings}>{formatNumber(before.bookings)}</CountLink>
          </TrendText>
        }
      >
        <CountLink list={now.bookings}>{formatNumber(current.bookings)}</CountLink>
      </Figure>
      <Figure
        name={t('admin.dashboard.cancellations')}
        aside={
          <>
            {t('admin.dashboard.cancellationsHint')}
            <span className="block">
              <CountLink list={now.lapsed}>
                {t('admin.dashboard.lapsed', { count: current.lapsed })}
              </CountLink>
            </span>
          </>
        }
        trend={
          <TrendText now={current.cancellations} before={before.cancellations} worse>
            <CountLink list={then.cancellations}>{formatNumber(before.cancellations)}</CountLink>
          </TrendText>
        }
      >
        <CountLink list={now.cancellations}>{formatNumber(current.cancellations)}</CountLink>
      </Figure>
      <Figure
        name={t('admin.dashboard.averagePrice')}
        aside={<CountLink list={now.sold}>{t('admin.dashboard.sold', { count: current.sold })}</CountLink>}
        trend={
          <TrendText now={current.averagePrice} before={before.averagePrice}>
            <CountLink list={then.sold}>
              <Money amount={before.averagePrice} />
            </CountLink>
          </TrendText>
        }
      >
        <CountLink list={now.sold}>
          <Money amount={current.averagePrice} />
        </CountLink>
      </Figure>
    </dl>
  );
}
