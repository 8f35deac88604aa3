import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { AdminLink } from '@/crud/admin-link';
import { PageHeader } from '@/crud/page-header';
import { formatDate, formatNumber } from '@/i18n/format';
import { parseSearch } from '@/lib/search-params';
import { Skeleton } from '@/ui/skeleton';

const statsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: async ({ signal }) => (await dataOf(api.GET('/dashboard/stats', { signal }))).stats,
});

/** A figure with its name, and what it is to be read against. */
function Figure({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures mt-1 text-xl font-semibold">{children}</dd>
      {aside && <dd className="figures mt-0.5 text-xs text-muted">{aside}</dd>}
    </div>
  );
}

const gridClass = 'mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3';

/** What an owner looks at first: today, then the month. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: stats, error, refetch } = useQuery(statsQuery);
  const title = t('admin.sections.dashboard');
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={title}
        lead={stats && t('admin.dashboard.at', { time: formatDate(stats.at, 'instant') })}
      />
      {stats ? (
        <dl className={gridClass}>
          <Figure
            name={t('admin.dashboard.pickUps')}
            aside={t('admin.dashboard.handedOver', { count: stats.today.pickUpsDone })}
          >
            {formatNumber(stats.today.pickUps)}
          </Figure>
          <Figure
            name={t('admin.dashboard.returns')}
            aside={t('admin.dashboard.back', { count: stats.today.returnsDone })}
          >
            {formatNumber(stats.today.returns)}
          </Figure>
          <Figure name={t('admin.bookings.late')}>
            <AdminLink
              to="/admin/bookings"
              search={parseSearch(stats.today.lists.overdue)}
              className="rounded-sm text-majorelle underline-offset-4 hover:underline"
            >
              {formatNumber(stats.today.overdue)}
            </AdminLink>
          </Figure>
          <Figure
            name={t('admin.dashboard.pending')}
            aside={t('admin.dashboard.pendingCount', { count: stats.pendingPayments.count })}
          >
            <Money amount={stats.pendingPayments.amount} />
          </Figure>
          <Figure
            name={t('admin.dashboard.revenue')}
            aside={
              <>
                {t('admin.dashboard.lastMonth')} <Money amount={stats.revenue.lastMonth} />
              </>
            }
          >
            <Money amount={stats.revenue.thisMonth} />
          </Figure>
          <Figure name={t('admin.dashboard.utilisation')} aside={t('admin.dashboard.thirtyDays')}>
            {t('admin.dashboard.percent', { value: formatNumber(stats.utilisation.share * 100) })}
          </Figure>
          <Figure name={t('admin.dashboard.customers')} aside={t('admin.dashboard.thisMonth')}>
            {formatNumber(stats.newCustomers)}
          </Figure>
        </dl>
      ) : error ? (
        <div className="mt-5">
          <FailureState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div role="status" className={gridClass}>
          <span className="sr-only">{t('common.loading')}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-28 rounded-card" />
          ))}
        </div>
      )}
    </>
  );
}
