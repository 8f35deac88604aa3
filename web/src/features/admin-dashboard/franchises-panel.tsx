import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardReport } from '@/api/types';
import { Money } from '@/components/money';
import { AdminLink } from '@/crud/admin-link';
import { Panel } from '@/crud/panel';
import { formatNumber } from '@/i18n/format';
import type { RawSearch } from '@/lib/search-params';
import { CountLink } from './figure';
import { inSteadyOrder } from './figures';
import { listsOf } from './lists';
import { spansOf } from './period';
import { PlainTable } from './plain-table';

type Franchise = NonNullable<DashboardReport['byFranchise']>[number];

/**
 * What each franchise brought, the one that earned most first. News change numbers, never the order under the hand: give
 * it a key that changes with the question.
 */
export function FranchisesPanel({
  report,
  rows,
  searchOf,
}: {
  report: DashboardReport;
  rows: readonly Franchise[];
  /** The address of this dashboard for one franchise. */
  searchOf: (franchise: string) => RawSearch;
}) {
  const { t } = useTranslation();
  const [order] = useState(() => rows.map(({ id }) => id));
  const { now } = spansOf(report);
  const most = Math.max(...rows.map(({ revenue }) => revenue), 1);
  return (
    <Panel title={t('admin.dashboard.byFranchise')} lead={t('admin.dashboard.byFranchiseHint')}>
      {rows.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">{t('admin.dashboard.nothing')}</p>
      ) : (
        <PlainTable
          caption={t('admin.dashboard.byFranchise')}
          heads={[
            t('admin.fields.franchise'),
            t('admin.dashboard.revenue'),
            t('admin.dashboard.bookings'),
            t('admin.dashboard.cancellations'),
          ]}
          rows={inSteadyOrder(rows, order).map(({ id, name, revenue, bookings, cancellations }) => {
            const lists = listsOf(now, id);
            return {
              key: id,
              cells: [
                <span key="name" className="block min-w-28 sm:min-w-36">
                  <AdminLink
                    to="."
                    search={searchOf(id)}
                    className="rounded-sm underline-offset-4 hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </AdminLink>
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-1.5 rounded-full bg-majorelle"
                    style={{ width: `${Math.max(0, (revenue / most) * 100)}%` }}
                  />
                </span>,
                <CountLink key="revenue" list={lists.revenue}>
                  <Money amount={revenue} />
                </CountLink>,
                <CountLink key="bookings" list={lists.bookings}>
                  {formatNumber(bookings)}
                </CountLink>,
                <CountLink key="cancellations" list={lists.cancellations}>
                  {formatNumber(cancellations)}
                </CountLink>,
              ],
            };
          })}
        />
      )}
    </Panel>
  );
}
