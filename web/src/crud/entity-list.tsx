import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureState } from '@/components/failure-state';
import { cn } from '@/lib/cn';
import { useAuth } from '@/stores/auth';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Pagination } from '@/ui/pagination';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { useWide } from '@/ui/use-wide';
import { AdminLink } from './admin-link';
import { BulkBar } from './bulk-bar';
import { ColumnChoice } from './column-choice';
import { DataCards } from './data-cards';
import { DataTable } from './data-table';
import { addPath, type Entity, editPath, type Row } from './entity';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { countFilters, type ListState, pageSizes, questionOf } from './list-url';
import { NewerLine } from './newer-line';
import { PageHeader } from './page-header';
import { pageQuery } from './queries';
import { RemoveDialog } from './remove-dialog';
import { useCan } from './use-can';
import { useColumns } from './use-columns';
import { useListUrl } from './use-list-url';
import { useNewer } from './use-newer';
import { useSelection } from './use-selection';
import { ViewBar } from './view-bar';

/** More than this many rows are not chosen at once: each is changed by a request of its own. */
const mostChosen = 500;

/** The list of an entity; who has only one of them is led to it. */
export function EntityList<R extends Row>({ entity }: { entity: Entity<R> }) {
  const only = useAuth(({ user }) => user && entity.only?.(user));
  // The router knows no addresses that are made of variables: see AdminLink.
  if (only) return <Navigate to={editPath(entity, only) as '/admin'} search={{}} replace />;
  return <List entity={entity} />;
}

/** Search, filters, columns, a table or cards, pages, choice of rows and what is done to them. */
function List<R extends Row>({ entity }: { entity: Entity<R> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useAuth((session) => session.user);
  const wide = useWide('lg');
  const { state, change, searchOf } = useListUrl(entity);
  const list = useQuery(pageQuery(entity, state));
  const shown = list.isPlaceholderData ? undefined : list.data;
  const newer = useNewer(entity, state, shown, list.dataUpdatedAt);
  const columns = useColumns(entity.key, entity.columns, state.sort);
  const selection = useSelection<R>();
  const [leaving, setLeaving] = useState<R>();
  const mayAdd = useCan(entity.may.create) && (entity.create !== undefined || entity.addedApart === true);
  const mayChange = useCan(entity.may.update);
  const mayRemove = useCan(entity.may.remove) && entity.remove !== undefined;
  const editable = (row: R) => entity.editable === undefined || (user !== null && entity.editable(row, user));
  const removable = (row: R) =>
    editable(row) && (entity.removable === undefined || (user !== null && entity.removable(row, user)));
  const total = list.data?.total ?? 0;
  const totalPages = list.data?.totalPages ?? 0;
  const capped = list.data?.totalIsCapped ?? false;
  const narrowed = countFilters(state, entity.filters) > 0 || state.q !== '';

  // The last row of the last page was deleted, or the address is of another day.
  useEffect(() => {
    if (list.data && !list.isPlaceholderData && totalPages > 0 && state.page > totalPages)
      change({ page: totalPages }, { replace: true });
  }, [list.data, list.isPlaceholderData, totalPages, state.page, change]);

  const selectAll = async () => {
    const limit = 100;
    for (let page = 1; page <= Math.ceil(total / limit); page += 1) {
      const { rows } = await client.fetchQuery(pageQuery(entity, { ...state, page, limit }));
      selection.set(rows.filter(editable), true);
    }
  };

  const view = {
    entity,
    columns: columns.shown,
    rows: list.data?.rows ?? [],
    state,
    change,
    editable,
    selection: (entity.bulk && mayChange) || mayRemove ? selection : undefined,
    actions: mayRemove
      ? (row: R) =>
          removable(row) && (
            <button
              type="button"
              aria-label={t('admin.remove.named', { name: entity.name(row) })}
              title={t('admin.remove.remove')}
              className="grid size-9 place-items-center rounded-control text-muted hover:bg-rose-tint hover:text-rose"
              onClick={() => setLeaving(row)}
            >
              <Trash2 aria-hidden="true" size={17} />
            </button>
          )
      : undefined,
  };

  return (
    <>
      <PageHeader
        title={t(entity.texts.title)}
        documentTitle={t(entity.texts.title)}
        lead={entity.texts.lead && t(entity.texts.lead)}
      >
        {wide && <ColumnChoice columns={columns} onOrderGone={() => change({ sort: '' })} />}
        {entity.download && (
          <ExportButton
            name={entity.key}
            total={capped ? undefined : total}
            download={(signal) =>
              entity.download?.(questionOf(state, entity), signal) ?? Promise.reject(new TypeError())
            }
          />
        )}
        {mayAdd && (
          <AdminLink to={addPath(entity)} className={buttonClass({ size: 'sm' })}>
            <Plus aria-hidden="true" size={18} />
            {t(entity.texts.add ?? entity.texts.title)}
          </AdminLink>
        )}
      </PageHeader>
      {entity.views && <ViewBar views={entity.views} state={state} searchOf={searchOf} />}
      <FilterBar filters={entity.filters} searchable={entity.search ?? false} state={state} change={change} />
      {!wide && <SortSelect columns={columns.all} state={state} change={change} />}
      <NewerLine count={newer.count} onShow={newer.show} />
      <div>
        {list.isPending ? (
          <ListSkeleton rows={state.limit} wide={wide} label={t('common.loading')} />
        ) : list.isError && !list.data ? (
          <FailureState error={list.error} onRetry={() => void list.refetch()} />
        ) : view.rows.length === 0 && narrowed ? (
          <EmptyState title={t('admin.list.noneTitle')} text={t('admin.list.noneText')}>
            <Button onClick={() => change({ filters: {}, q: '' })}>{t('admin.list.noneReset')}</Button>
          </EmptyState>
        ) : view.rows.length === 0 ? (
          <EmptyState
            picture="/pictures/empty-road.svg"
            title={t(entity.texts.emptyTitle)}
            text={t(entity.texts.emptyText)}
          >
            {mayAdd && (
              <AdminLink to={addPath(entity)} className={buttonClass()}>
                {t(entity.texts.add ?? entity.texts.title)}
              </AdminLink>
            )}
          </EmptyState>
        ) : (
          <div
            aria-busy={list.isPlaceholderData || undefined}
            className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            {wide ? <DataTable {...view} /> : <DataCards {...view} />}
          </div>
        )}
      </div>
      {total > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p role="status" className="figures text-sm text-muted">
            {t(capped ? 'admin.list.rangeOfMore' : 'admin.list.range', {
              from: (state.page - 1) * state.limit + 1,
              to: Math.min(state.page * state.limit, total),
              count: total,
            })}
          </p>
          <Pagination
            page={state.page}
            totalPages={totalPages}
            labels={{
              nav: t('admin.list.pages'),
              previous: t('admin.list.previous'),
              next: t('admin.list.next'),
              page: (page) => t('admin.list.page', { page }),
            }}
            renderLink={(page, props) => (
              <AdminLink {...props} to="." search={searchOf({ page })} activeOptions={{ exact: true }} />
            )}
          />
          <Select
            hideLabel
            label={t('admin.list.perPage')}
            value={state.limit}
            onChange={({ target }) => change({ limit: Number(target.value) })}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {t('admin.list.perPageValue', { count: size })}
              </option>
            ))}
          </Select>
        </div>
      )}
      {view.selection && (
        <BulkBar
          entity={entity}
          selection={selection}
          rows={view.rows}
          total={total}
          onSelectAll={
            selection.rows.size >= view.rows.filter(editable).length &&
            selection.rows.size < total &&
            total <= mostChosen
              ? selectAll
              : undefined
          }
        />
      )}
      {leaving && (
        <RemoveDialog
          entity={entity}
          row={leaving}
          onClose={() => setLeaving(undefined)}
          onRemoved={() => selection.set([leaving], false)}
        />
      )}
    </>
  );
}

/** Cards have no heads to press: the order is chosen from a list. */
function SortSelect<R>({
  columns,
  state,
  change,
}: {
  columns: ReturnType<typeof useColumns<R>>['all'];
  state: ListState;
  change: (changes: Partial<ListState>) => void;
}) {
  const { t } = useTranslation();
  const sortable = columns.flatMap(({ label, sort }) => (sort ? [{ label, sort }] : []));
  if (sortable.length === 0) return null;
  return (
    <Select
      className="mt-3"
      label={t('admin.list.sort')}
      value={state.sort}
      onChange={({ target }) => change({ sort: target.value })}
    >
      <option value="">{t('admin.list.sortUsual')}</option>
      {sortable.flatMap(({ label, sort }) => [
        <option key={sort} value={sort}>
          {t('admin.list.sortUp', { column: t(label) })}
        </option>,
        <option key={`-${sort}`} value={`-${sort}`}>
          {t('admin.list.sortDown', { column: t(label) })}
        </option>,
      ])}
    </Select>
  );
}

/** As many lines as a page has, so that nothing jumps when they come. */
function ListSkeleton({ rows, wide, label }: { rows: number; wide: boolean; label: string }) {
  const lines = Array.from({ length: Math.min(rows, 25) }, (_, index) => index);
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div
        className={
          wide ? 'overflow-hidden rounded-card border border-line bg-surface' : 'grid gap-3 sm:grid-cols-2'
        }
      >
        {wide && <div className="h-10 bg-sunken" />}
        {lines.map((line) =>
          wide ? (
            <div key={line} className="flex h-10 items-center gap-6 border-t border-line px-3">
              <Skeleton className="h-4 w-1/4" />
              <Skeleton className="h-4 w-1/6" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          ) : (
            <Skeleton key={line} className="h-36 rounded-card" />
          ),
        )}
      </div>
    </div>
  );
}
