import { useTranslation } from 'react-i18next';
import type { DashboardStats } from '@/api/types';
import { Code } from '@/components/code';
import { Money } from '@/components/money';
import { Panel } from '@/crud/panel';
import { motorcycleStatuses } from '@/features/admin-relations/states';
import { formatNumber } from '@/i18n/format';
import { Stat } from '@/ui/stat';
import { CountLink } from './figure';
import { begunOf } from './lists';
import { PlainTable } from './plain-table';

/** How things stand at this moment: the fleet, money on its way, and which motorcycles go best. */
export function NowPanels({ stats, franchise }: { stats: DashboardStats; franchise: string }) {
  const { t } = useTranslation();
  const whose = franchise === '' ? undefined : { franchiseId: franchise };
  return (
    <div className="grid items-start gap-3 xl:grid-cols-2">
      <Panel title={t('admin.dashboard.now')}>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
          {motorcycleStatuses.map((status) => (
            <Stat key={status} name={t(`admin.motorcycles.status.${status}`)}>
              <CountLink list={{ to: '/admin/motorcycles', search: { status, ...whose } }}>
                {formatNumber(stats.fleetByStatus[status] ?? 0)}
              </CountLink>
            </Stat>
          ))}
          <Stat name={t('admin.dashboard.pending')}>
            <CountLink
              list={{ to: '/admin/payments', search: { status: ['PENDING', 'PROCESSING'], ...whose } }}
            >
              {t('admin.dashboard.pendingCount', { count: stats.pendingPayments.count })}
            </CountLink>{' '}
            <Money amount={stats.pendingPayments.amount} className="text-sm font-normal text-muted" />
          </Stat>
        </dl>
      </Panel>
      <Panel title={t('admin.dashboard.top')} lead={t('admin.dashboard.topHint')}>
        {stats.topMotorcycles.length === 0 ? (
          <p className="py-6 text-center text-sm text-muted">{t('admin.dashboard.nothing')}</p>
        ) : (
          <PlainTable
            caption={t('admin.dashboard.top')}
            heads={[
              t('admin.bookings.motorcycle'),
              t('admin.dashboard.rentalsHead'),
              t('admin.bookings.total'),
            ]}
            rows={stats.topMotorcycles.map(({ id, make, model, registrationNumber, rentals, value }) => ({
              key: id,
              cells: [
                <span key="name">
                  <bdi className="block">{`${make} ${model}`}</bdi>
                  <Code className="text-xs text-muted">{registrationNumber}</Code>
                </span>,
                <CountLink key="rentals" list={begunOf(id, stats.at)}>
                  {formatNumber(rentals)}
                </CountLink>,
                <Money key="value" amount={value} />,
              ],
            }))}
          />
        )}
      </Panel>
    </div>
  );
}
