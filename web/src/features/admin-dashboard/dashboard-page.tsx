import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureState } from '@/components/failure-state';
import { PanelBoundary } from '@/components/panel-boundary';
import { FilterBar } from '@/crud/filter-bar';
import { type ListState, readList, valuesOf, writeList } from '@/crud/list-url';
import { useFreshOnNews } from '@/crud/news';
import { PageHeader } from '@/crud/page-header';
import { ViewBar } from '@/crud/view-bar';
import { formatDate } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import type { RawSearch } from '@/lib/search-params';
import { Skeleton } from '@/ui/skeleton';
import { Charts, spanText } from './charts';
import { FranchisesPanel } from './franchises-panel';
import { NowPanels } from './now-panels';
import { filters, spansOf, viewsOf } from './period';
import { PeriodFigures, periodGrid } from './period-figures';
import { reportQuery, statsQuery } from './queries';
import { TodayFigures } from './today-panel';

const listed = { columns: [], filters };

/** A part of the page by itself: while it comes, when it fails, and dimmed while it is of another question. */
function Part<Data>({
  query,
  skeleton,
  children,
}: {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  if (query.data === undefined)
    return query.error ? (
      <FailureState error={query.error} onRetry={() => void query.refetch()} heading="h3" />
    ) : (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        {skeleton}
      </div>
    );
  return (
    <PanelBoundary>
      <div
        aria-busy={query.isPlaceholderData || undefined}
        className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        {children(query.data)}
      </div>
    </PanelBoundary>
  );
}

function Boxes({ count, className, height }: { count: number; className: string; height: string }) {
  return (
    <div className={cn('grid gap-3', className)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={index} className={cn('rounded-card', height)} />
      ))}
    </div>
  );
}

/** What an owner looks at first: the day, then a period beside the one before it, then how things stand. */
export function DashboardPage() {
  const { t } = useTranslation();
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const state = useMemo(() => readList(search, listed), [search]);
  const stats = useQuery(statsQuery(state));
  const report = useQuery(reportQuery(state));
  useFreshOnNews(['dashboard']);
  const [franchise = ''] = valuesOf(state.filters.franchiseId);
  const { usual, views } = viewsOf(state, dayFromToday(0));
  const searchOf = (changes: Partial<ListState>) => writeList({ ...state, ...changes });
  const change = (changes: Partial<ListState>, { replace = false } = {}) =>
    void navigate({ to: '.', search: searchOf(changes), replace, resetScroll: false });
  const title = t('admin.sections.dashboard');
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={title}
        lead={stats.data && t('admin.dashboard.at', { time: formatDate(stats.data.at, 'instant') })}
      />
      <section aria-label={t('admin.dashboard.today')} className="mt-5">
        <Part query={stats} skeleton={<Boxes count={3} className="grid-cols-3" height="h-28" />}>
          {({ today }) => <TodayFigures today={today} />}
        </Part>
      </section>
      <section aria-labelledby="period" className="mt-8">
        <h2 id="period" className="text-lg">
          {report.data ? spanText(spansOf(report.data).now) : t('admin.dashboard.period')}
        </h2>
        <p className="mt-0.5 min-h-6 text-sm text-muted">
          {report.data && t('admin.dashboard.compared', { period: spanText(spansOf(report.data).before) })}
        </p>
        <ViewBar usual={usual} views={views} state={state} searchOf={searchOf} />
        <FilterBar filters={filters} searchable={false} state={state} change={change} />
        <div className="mt-4 flex flex-col gap-3">
          <Part query={report} skeleton={<Boxes count={5} className={periodGrid} height="h-38" />}>
            {(data) => <PeriodFigures report={data} franchise={franchise} />}
          </Part>
          {report.data ? (
            <PanelBoundary>
              <Charts report={report.data} franchise={franchise} />
            </PanelBoundary>
          ) : (
            !report.error && <Boxes count={2} className="xl:grid-cols-2" height="h-80" />
          )}
          {report.data?.byFranchise && (
            <PanelBoundary>
              <FranchisesPanel
                key={report.data.from + report.data.to}
                report={report.data}
                rows={report.data.byFranchise}
                searchOf={(id) => searchOf({ filters: { ...state.filters, franchiseId: id } })}
              />
            </PanelBoundary>
          )}
        </div>
      </section>
      <section aria-label={t('admin.dashboard.now')} className="mt-8">
        {stats.data ? (
          <PanelBoundary>
            <NowPanels stats={stats.data} franchise={franchise} />
          </PanelBoundary>
        ) : (
          !stats.error && <Boxes count={2} className="xl:grid-cols-2" height="h-72" />
        )}
      </section>
    </>
  );
}
