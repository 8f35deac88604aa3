import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { Code } from '@/components/code';
import { AdminLink } from '@/crud/admin-link';
import { entryClass, useEntryText } from '@/features/admin-motorcycles/calendar-entry';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/skeleton';
import { covers, isWeekend, movable, type Placed, placeIn, type Window } from './window';

/** Height of a row, in pixels: the grid counts on it. */
export const rowHeight = 44;
/** Columns that are being chosen in a row, both included, in either order. */
export interface Choice {
  readonly from: number;
  readonly to: number;
}

export type OpenEntry = (row: FleetRow, entry: FleetEntry) => void;

/** Something that is carried, where it would be put down. */
export interface Ghost {
  readonly entry: FleetEntry;
  readonly placed: Placed;
}

/** Where a bar stands in the cell that it begins in, in which the next columns begin too. */
function barStyle({ offset, width }: Placed, columns: number) {
  return {
    insetInlineStart: `${offset * 100}%`,
    width: `max(0.5rem, ${Math.min(width, columns) * 100}% - 2px)`,
  };
}

const barClass =
  'absolute inset-y-1.5 flex items-center overflow-clip px-1.5 text-start text-xs font-medium whitespace-nowrap';

/** A rental or block: a press opens it, the grid lets it be dragged. By keyboard its cell does the same. */
function Bar({
  entry,
  placed,
  columns,
  words,
  carried,
  onOpen,
}: {
  entry: FleetEntry;
  placed: Placed;
  columns: number;
  words: string;
  carried: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const name = entry.kind === 'BLOCK' ? t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`) : undefined;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-entry={entry.id}
      title={words}
      aria-label={[name ?? entry.reference, words, entry.customerName]
        .filter(Boolean)
        .join(t('admin.values.comma'))}
      style={barStyle(placed, columns)}
      className={cn(
        barClass,
        'z-[1] hover:brightness-95 focus-visible:z-[3]',
        entryClass(entry),
        entry.kind === 'BOOKING' && 'border border-current/25',
        !placed.cutStart && 'rounded-s-sm',
        !placed.cutEnd && 'rounded-e-sm',
        entry.isOverdue && 'z-[2] border-rose',
        movable(entry) && 'cursor-grab',
        carried && 'opacity-40',
      )}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {/* It stays in sight while the start of the bar is scrolled away. */}
      <span className="sticky start-[calc(var(--fleet-head)+0.375rem)] flex min-w-0 items-center gap-1.5">
        {name ?? <Code className="min-w-0 overflow-clip">{entry.reference ?? ''}</Code>}
        {entry.customerName && placed.width > 1.5 && (
          <bdi className="shrink-[99] truncate font-normal">{entry.customerName}</bdi>
        )}
      </span>
    </button>
  );
}

/** A motorcycle and its days. What is not there yet is drawn as tall as it will be. */
export const FleetRowLine = memo(function FleetRowLine({
  index,
  row,
  window,
  current,
  active,
  choice,
  free,
  carried,
  ghost,
  onEntry,
}: {
  index: number;
  row: FleetRow | undefined;
  window: Window;
  /** Column of today or of this hour, or -1. */
  current: number;
  /** Column that the focus is in, or -1 when it is in another row. */
  active: number;
  choice: Choice | undefined;
  /** What a free cell of each column is called. */
  free: readonly string[];
  /** Id of what is being carried away from here. */
  carried: string | undefined;
  ghost: Ghost | undefined;
  onEntry: OpenEntry;
}) {
  const { t } = useTranslation();
  const text = useEntryText();
  const now = new Date();
  const placed = (row?.entries ?? []).flatMap((entry) => {
    const place = placeIn(window, entry, now);
    return place ? [{ entry, place, words: text(entry) }] : [];
  });
  const from = choice ? Math.min(choice.from, choice.to) : -1;
  const to = choice ? Math.max(choice.from, choice.to) : -1;
  return (
    <tr
      aria-rowindex={index + 2}
      className="fleet-columns border-b border-line"
      style={{ height: rowHeight }}
    >
      <th
        scope="row"
        className="sticky start-0 z-10 flex min-w-0 flex-col items-start justify-center border-e border-line bg-surface px-2 text-start font-normal"
      >
        {row ? (
          <>
            <AdminLink
              to={`/admin/motorcycles/edit/${row.motorcycle.id}`}
              className="flex max-w-full text-sm/4.5 font-medium hover:underline"
            >
              <bdi data-names="" className="min-w-0 truncate">
                {row.motorcycle.make} {row.motorcycle.model}
              </bdi>
            </AdminLink>
            <Code className="max-w-full truncate text-xs/4 text-muted">
              {row.motorcycle.registrationNumber}
            </Code>
          </>
        ) : (
          <>
            <span className="sr-only">{t('common.loading')}</span>
            <Skeleton className="h-6 w-4/5" />
          </>
        )}
      </th>
      {/* What flies past is not worth its cells, unless the focus waits there. */}
      {!row && active < 0 && (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid.
        <td role="gridcell" tabIndex={-1} colSpan={window.columns.length} className="col-[2/-1]" />
      )}
      {(row || active >= 0 ? window.columns : []).map((column, at) => {
        const here = placed.filter(({ place }) => covers(place, at));
        // What begins here says so itself.
        const through = here.some(({ place }) => place.column !== at);
        return (
          <td
            key={column.key}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid.
            role="gridcell"
            tabIndex={at === active ? 0 : -1}
            data-cell={`${index}:${at}`}
            aria-selected={at >= from && at <= to}
            aria-label={
              !row
                ? undefined
                : here.length === 0
                  ? free[at]
                  : through
                    ? here.map(({ words }) => words).join(t('admin.values.comma'))
                    : undefined
            }
            className={cn(
              'relative border-e border-line/60 focus-visible:z-[4] focus-visible:outline-offset-[-2px]',
              at === current
                ? 'bg-majorelle-tint/50'
                : window.scale !== 'day' && isWeekend(column.day) && 'bg-sunken/45',
              row && here.length === 0 && 'cursor-cell hover:bg-sunken',
              at >= from && at <= to && 'bg-majorelle-tint',
            )}
          >
            {here.map(
              ({ entry, place, words }) =>
                row &&
                place.column === at && (
                  <Bar
                    key={entry.id}
                    entry={entry}
                    placed={place}
                    columns={window.columns.length}
                    words={words}
                    carried={entry.id === carried}
                    onOpen={() => onEntry(row, entry)}
                  />
                ),
            )}
            {ghost?.placed.column === at && (
              <span
                aria-hidden="true"
                style={barStyle(ghost.placed, window.columns.length)}
                className={cn(
                  barClass,
                  'pointer-events-none z-[3] rounded-sm border-2 border-majorelle shadow-soft',
                  entryClass(ghost.entry),
                )}
              >
                <Code>{ghost.entry.reference ?? ''}</Code>
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});
