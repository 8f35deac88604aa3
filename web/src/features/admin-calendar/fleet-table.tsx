import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { AdminLink } from '@/crud/admin-link';
import { EmptyCell } from '@/crud/cells';
import { useEntryText } from '@/features/admin-motorcycles/calendar-entry';
import { formatPeriod } from '@/i18n/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { useWide } from '@/ui/use-wide';
import { fleetPage, type Question } from './fleet';
import type { Window } from './window';

/** Motorcycles to a page of the table. */
const limit = 25;
const cellClass = 'px-3 py-2 text-start align-top';

/** What takes a part of the window, as a button that opens it. */
function EntryButton({ entry, onLook }: { entry: FleetEntry; onLook: () => void }) {
  const { t } = useTranslation();
  const text = useEntryText();
  return (
    <button
      type="button"
      className="text-start underline underline-offset-4"
      aria-label={text(entry)}
      onClick={onLook}
    >
      {entry.kind === 'BLOCK'
        ? t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`)
        : entry.isOverdue
          ? t('admin.motorcycles.calendar.overdue')
          : t(`status.booking.${entry.bookingStatus ?? 'COMPLETED'}`)}
    </button>
  );
}

/** Whose rental it is, or what was noted about a block. */
function EntrySubject({ entry }: { entry: FleetEntry }) {
  if (entry.reference)
    return (
      <span className="flex flex-wrap gap-x-2">
        <Code className="whitespace-nowrap">{entry.reference}</Code>
        {entry.customerName && <bdi>{entry.customerName}</bdi>}
      </span>
    );
  return entry.notes ? <bdi>{entry.notes}</bdi> : <EmptyCell />;
}

function MotorcycleName({ motorcycle }: Pick<FleetRow, 'motorcycle'>) {
  return (
    <>
      <AdminLink to={`/admin/motorcycles/edit/${motorcycle.id}`} className="font-medium underline">
        <bdi data-names="">
          {motorcycle.make} {motorcycle.model}
        </bdi>
      </AdminLink>
      <span className="block text-xs text-muted">
        <Code className="whitespace-nowrap">{motorcycle.registrationNumber}</Code>
      </span>
    </>
  );
}

interface ViewProps {
  label: string;
  rows: readonly FleetRow[];
  onLook: (row: FleetRow, entry: FleetEntry) => void;
}

const columns = ['motorcycle', 'what', 'from', 'until', 'customer'] as const;

function Table({ label, rows, onLook }: ViewProps) {
  const { t } = useTranslation();
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table aria-label={label} className="w-full text-sm">
        <thead className="border-b border-line-strong text-xs text-muted">
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col" className={cellClass}>
                {t(`admin.calendar.column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => {
          const { motorcycle, entries } = row;
          const head = (
            <th scope="rowgroup" rowSpan={Math.max(1, entries.length)} className={`${cellClass} font-normal`}>
              <MotorcycleName motorcycle={motorcycle} />
            </th>
          );
          return (
            <tbody key={motorcycle.id} className="border-b border-line last:border-0">
              {entries.length === 0 && (
                <tr>
                  {head}
                  <td colSpan={4} className={`${cellClass} text-muted`}>
                    {t('admin.calendar.allFree')}
                  </td>
                </tr>
              )}
              {entries.map((entry, index) => (
                <tr key={entry.id}>
                  {index === 0 && head}
                  <td className={cellClass}>
                    <EntryButton entry={entry} onLook={() => onLook(row, entry)} />
                  </td>
                  <td className={`${cellClass} figures`}>
                    <DateText value={entry.startDatetime} style="moment" />
                  </td>
                  <td className={`${cellClass} figures`}>
                    <DateText value={entry.endDatetime} style="moment" />
                  </td>
                  <td className={cellClass}>
                    <EntrySubject entry={entry} />
                  </td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/** The same on a phone: a motorcycle a card, with what takes a part of the window one below the other. */
function Cards({ label, rows, onLook }: ViewProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {rows.map((row) => (
        <li key={row.motorcycle.id} className="rounded-card border border-line bg-surface p-3 text-sm">
          <h2 className="wrap-anywhere">
            <MotorcycleName motorcycle={row.motorcycle} />
          </h2>
          {row.entries.length === 0 && <p className="mt-1.5 text-muted">{t('admin.calendar.allFree')}</p>}
          {row.entries.map((entry) => (
            <div key={entry.id} className="mt-2 border-t border-line pt-2">
              <EntryButton entry={entry} onLook={() => onLook(row, entry)} />
              <p className="figures">{formatPeriod(entry.startDatetime, entry.endDatetime, 'moment')}</p>
              <EntrySubject entry={entry} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The same calendar in words: a line for everything that takes a part of the window, and one for each motorcycle that is free. */
export function FleetTable({
  label,
  window,
  question,
  page,
  onPage,
  onLook,
}: {
  label: string;
  window: Window;
  question: Question;
  page: number;
  onPage: (page: number, options?: { replace?: boolean }) => void;
  onLook: (row: FleetRow, entry: FleetEntry) => void;
}) {
  const { t } = useTranslation();
  const View = useWide('md') ? Table : Cards;
  const { data, error, refetch } = useQuery(fleetPage(window, question, page, limit));
  // The fleet is smaller than it was, or the address is of another day.
  const last = data && data.totalPages > 0 && page > data.totalPages ? data.totalPages : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that there is no more.
  useEffect(() => {
    if (last !== undefined) onPage(last, { replace: true });
  }, [last]);
  if (!data)
    return error ? (
      <FailureState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-100" />
    );
  if (data.total === 0)
    return <EmptyState title={t('admin.list.noneTitle')} text={t('admin.list.noneText')} />;
  return (
    <>
      <View label={label} rows={data.rows} onLook={onLook} />
      {data.totalPages > 1 && (
        <nav aria-label={t('admin.list.pages')} className="no-print mt-3 flex items-center gap-3">
          <Button size="sm" variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('admin.list.previous')}
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={page >= data.totalPages}
            onClick={() => onPage(page + 1)}
          >
            {t('admin.list.next')}
          </Button>
          <p role="status" className="figures text-sm text-muted">
            {t('admin.list.range', {
              from: (page - 1) * limit + 1,
              to: (page - 1) * limit + data.rows.length,
              count: data.total,
            })}
          </p>
        </nav>
      )}
    </>
  );
}
