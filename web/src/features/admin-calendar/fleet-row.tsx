import { memo, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { Code } from '@/components/code';
import { AdminLink } from '@/crud/admin-link';
import { entryClass, useEntryText } from '@/features/admin-motorcycles/calendar-entry';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/skeleton';
import { columnName, covers, isWeekend, type Placed, placeIn, type Window } from './window';

/** Height of a row, in pixels: the grid counts on it. */
export const rowHeight = 44;
/** From this many pixels on a press is a drag. */
const dragFrom = 6;

/** Columns that are being chosen in a row, both included, in either order. */
export interface Choice {
  readonly from: number;
  readonly to: number;
}

export interface RowEvents {
  onEntry(row: FleetRow, entry: FleetEntry): void;
  /** An entry was dragged so many columns onward. */
  onMove(row: FleetRow, entry: FleetEntry, columns: number): void;
}

/** Whether it can be taken elsewhere at all: what is over stays. The server has the last word. */
function movable({ kind, bookingStatus, endDatetime }: FleetEntry): boolean {
  if (kind === 'BLOCK') return new Date(endDatetime) > new Date();
  return bookingStatus !== 'COMPLETED';
}

/** A rental or block: a press opens it, a drag takes it elsewhere. By keyboard its cell does the same. */
function Bar({
  entry,
  placed,
  columns,
  onOpen,
  onMove,
}: {
  entry: FleetEntry;
  placed: Placed;
  columns: number;
  onOpen: () => void;
  onMove: (columns: number) => void;
}) {
  const { t } = useTranslation();
  const text = useEntryText();
  const bar = useRef<HTMLButtonElement>(null);
  const press = useRef<{ x: number; by: number; width: number; dragged: boolean }>(undefined);
  const name = entry.kind === 'BLOCK' ? t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`) : undefined;

  const follow = (pixels: number) => {
    if (bar.current) bar.current.style.transform = pixels === 0 ? '' : `translateX(${pixels}px)`;
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    if (event.button !== 0 || event.pointerType !== 'mouse' || !movable(entry)) return;
    const cell = event.currentTarget.parentElement;
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { x: event.clientX, by: 0, width: cell?.offsetWidth ?? 1, dragged: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const now = press.current;
    if (!now) return;
    const pixels = event.clientX - now.x;
    now.dragged ||= Math.abs(pixels) >= dragFrom;
    if (!now.dragged) return;
    now.by = Math.round(pixels / now.width);
    follow(now.by * now.width);
  };
  const onPointerUp = () => {
    const now = press.current;
    follow(0);
    if (!now?.dragged || now.by === 0) return;
    const rightToLeft = bar.current?.matches(':dir(rtl)') ?? false;
    onMove(rightToLeft ? -now.by : now.by);
  };
  return (
    <button
      ref={bar}
      type="button"
      tabIndex={-1}
      title={text(entry)}
      aria-label={[name ?? entry.reference, text(entry), entry.customerName]
        .filter(Boolean)
        .join(t('admin.values.comma'))}
      style={{
        insetInlineStart: `${placed.offset * 100}%`,
        // A cell is as wide as a column; the bar goes on over the next ones.
        width: `max(0.5rem, ${Math.min(placed.width, columns) * 100}% - 2px)`,
      }}
      className={cn(
        'absolute inset-y-1.5 z-[1] flex items-center gap-1.5 overflow-hidden px-1.5 text-start text-xs font-medium whitespace-nowrap hover:brightness-95 focus-visible:z-[3]',
        entryClass(entry),
        entry.kind === 'BOOKING' && 'border border-current/25',
        !placed.cutStart && 'rounded-s-sm',
        !placed.cutEnd && 'rounded-e-sm',
        entry.isOverdue && 'z-[2] border-rose',
        movable(entry) && 'cursor-grab active:cursor-grabbing',
      )}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        press.current = undefined;
        follow(0);
      }}
      onClick={(event) => {
        event.stopPropagation();
        const dragged = press.current?.dragged;
        press.current = undefined;
        if (!dragged) onOpen();
      }}
    >
      {name ?? <Code>{entry.reference ?? ''}</Code>}
      {entry.customerName && placed.width > 1.5 && (
        <bdi className="truncate font-normal">{entry.customerName}</bdi>
      )}
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
  events,
}: {
  index: number;
  row: FleetRow | undefined;
  window: Window;
  /** Column of today or of this hour, or -1. */
  current: number;
  /** Column that the focus is in, or -1 when it is in another row. */
  active: number;
  choice: Choice | undefined;
  events: RowEvents;
}) {
  const { t } = useTranslation();
  const text = useEntryText();
  const now = new Date();
  const placed = (row?.entries ?? []).flatMap((entry) => {
    const place = placeIn(window, entry, now);
    return place ? [{ entry, place }] : [];
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
      {window.columns.map((column, at) => {
        const here = placed.filter(({ place }) => covers(place, at));
        const through = here.filter(({ place }) => place.column !== at);
        return (
          <td
            key={column.key}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid.
            role="gridcell"
            tabIndex={at === active ? 0 : -1}
            data-cell={`${index}:${at}`}
            aria-selected={at >= from && at <= to}
            className={cn(
              'relative border-e border-line/60 focus-visible:z-[4] focus-visible:outline-offset-[-2px]',
              at === current
                ? 'bg-majorelle-tint/50'
                : window.scale !== 'day' && isWeekend(column.day) && 'bg-sunken/45',
              row && here.length === 0 && 'cursor-cell hover:bg-sunken',
              at >= from && at <= to && 'bg-majorelle-tint',
            )}
          >
            <span className="sr-only">
              {row &&
                (here.length === 0
                  ? t('admin.calendar.free', { column: columnName(window, column) })
                  : through.map(({ entry }) => text(entry)).join(t('admin.values.comma')))}
            </span>
            {here.map(
              ({ entry, place }) =>
                row &&
                place.column === at && (
                  <Bar
                    key={entry.id}
                    entry={entry}
                    placed={place}
                    columns={window.columns.length}
                    onOpen={() => events.onEntry(row, entry)}
                    onMove={(columns) => events.onMove(row, entry, columns)}
                  />
                ),
            )}
          </td>
        );
      })}
    </tr>
  );
});
