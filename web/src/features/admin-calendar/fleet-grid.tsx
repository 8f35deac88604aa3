import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { formatDay } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { type Choice, FleetRowLine, rowHeight } from './fleet-row';
import { cellByKey, columnName, columnOfNow, covers, placeIn, type Window } from './window';
import './fleet.css';

/** Rows that are drawn beyond the edges, so that scrolling does not run into white. */
const spare = 6;
/** Rows that are drawn before anything was measured. */
const firstRows = 20;
const headHeight = 44;

/** How wide a column is at least, and what stands before the columns. */
const columnWidth = { day: '3.25rem', week: '7rem', month: '1.625rem' } as const;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What is drawn of a fleet of any size: the rows between two indices. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Columns of a row as they are chosen. */
type Chosen = Choice & { readonly row: number };

/**
 * The fleet as a grid: motorcycles down, days or hours along. Only the rows in sight are there. Arrows lead from cell to cell,
 * Shift chooses several, Enter opens what is there or offers what can be done with what is free.
 */
export function FleetGrid({
  label,
  window,
  total,
  rowAt,
  range,
  onRange,
  all,
  onGap,
  onEntry,
  onMove,
}: {
  label: string;
  window: Window;
  total: number;
  rowAt: (index: number) => FleetRow | undefined;
  range: Range;
  onRange: (range: Range) => void;
  /** Everything is to be drawn, for paper. */
  all: boolean;
  onGap: (row: FleetRow, from: number, to: number) => void;
  onEntry: (row: FleetRow, entries: FleetEntry[]) => void;
  onMove: (row: FleetRow, entry: FleetEntry, columns: number) => void;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [chosen, setChosen] = useState<Chosen>();
  const dragging = useRef(false);
  const wanted = useRef<Cell>(undefined);
  const count = window.columns.length;
  const active = { row: Math.min(focused.row, total - 1), column: Math.min(focused.column, count - 1) };
  const current = columnOfNow(window, new Date());

  const measure = () => {
    const box = frame.current;
    if (!box) return;
    const visible = Math.max(firstRows, Math.ceil(box.clientHeight / rowHeight));
    const top = Math.floor(box.scrollTop / rowHeight);
    const first = Math.max(0, top - spare);
    const last = Math.max(0, Math.min(total - 1, top + visible + spare));
    if (first !== range.first || last !== range.last) onRange({ first, last });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when there are more or fewer rows.
  useLayoutEffect(measure, [total]);

  // Where the window is wider than the page, now is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each window.
  useLayoutEffect(() => {
    const box = frame.current;
    const now = box?.querySelector<HTMLElement>('[aria-current]');
    const head = box?.querySelector<HTMLElement>('th');
    if (!box || !head) return;
    const rightToLeft = box.matches(':dir(rtl)');
    const edge = now ? now.getBoundingClientRect() : undefined;
    const from = head.getBoundingClientRect();
    const hidden = edge ? (rightToLeft ? from.left - edge.right : edge.left - from.right) : 0;
    const width = edge?.width ?? 0;
    if (edge) box.scrollLeft += (rightToLeft ? -1 : 1) * (hidden - width);
    else box.scrollLeft = 0;
  }, [window]);

  // The cell that a key led to may have to be drawn first.
  useEffect(() => {
    const cell = wanted.current;
    if (!cell) return;
    const found = frame.current?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`);
    if (!found) return;
    wanted.current = undefined;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const latest = useRef({ onEntry, onMove });
  latest.current = { onEntry, onMove };
  const events = useMemo(
    () => ({
      onEntry: (row: FleetRow, entry: FleetEntry) => latest.current.onEntry(row, [entry]),
      onMove: (row: FleetRow, entry: FleetEntry, columns: number) =>
        latest.current.onMove(row, entry, columns),
    }),
    [],
  );

  const entriesAt = ({ row, column }: Cell): FleetEntry[] => {
    const now = new Date();
    return (rowAt(row)?.entries ?? []).filter((entry) => {
      const place = placeIn(window, entry, now);
      return place !== undefined && covers(place, column);
    });
  };
  const open = (cell: Cell, choice: Choice) => {
    const row = rowAt(cell.row);
    if (!row) return;
    const entries = choice.from === choice.to ? entriesAt(cell) : [];
    if (entries.length > 0) onEntry(row, entries);
    else onGap(row, choice.from, choice.to);
  };
  const show = ({ row }: Cell) => {
    const box = frame.current;
    if (!box) return;
    const top = row * rowHeight;
    const room = box.clientHeight - headHeight - rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (room > 0 && top > box.scrollTop + room) box.scrollTop = top - room;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target as HTMLElement).dataset.cell) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(active, chosen?.row === active.row ? chosen : { from: active.column, to: active.column });
      setChosen(undefined);
      return;
    }
    if (event.key === 'Escape') setChosen(undefined);
    const to = cellByKey(event.key, active, {
      rows: total,
      columns: count,
      rightToLeft: event.currentTarget.matches(':dir(rtl)'),
    });
    if (!to) return;
    event.preventDefault();
    const along = to.row === active.row;
    setChosen(
      event.shiftKey && along
        ? { row: to.row, from: chosen?.row === to.row ? chosen.from : active.column, to: to.column }
        : undefined,
    );
    setActive(to);
    show(to);
    wanted.current = to;
  };

  const cellOf = (event: PointerEvent): Cell | undefined => {
    const [row, column] =
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-cell]')
        ?.dataset.cell?.split(':')
        .map(Number) ?? [];
    return row === undefined || column === undefined ? undefined : { row, column };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = (event.target as HTMLElement).dataset.cell?.split(':').map(Number);
    const [row, column] = at ?? [];
    if (row === undefined || column === undefined) return;
    setActive({ row, column });
    if (event.pointerType !== 'mouse') return;
    dragging.current = true;
    setChosen({ row, from: column, to: column });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current || !chosen) return;
    const at = cellOf(event);
    if (at && at.row === chosen.row && at.column !== chosen.to) setChosen({ ...chosen, to: at.column });
  };
  const onPointerUp = () => {
    dragging.current = false;
  };
  const onClick = (event: { target: EventTarget }) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell;
    const [row, column] = at?.split(':').map(Number) ?? [];
    // A drag that ends in another cell is a click on what holds both.
    const choice =
      chosen ?? (row !== undefined && column !== undefined ? { row, from: column, to: column } : undefined);
    setChosen(undefined);
    const line = choice && rowAt(choice.row);
    // What is there answers presses itself: this was beside it.
    if (choice && line) onGap(line, choice.from, choice.to);
  };

  const first = all ? 0 : Math.min(range.first, Math.max(0, total - 1));
  const last = all ? total - 1 : Math.min(range.last, total - 1);
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div
      ref={frame}
      style={{ ['--fleet-count' as string]: count, ['--fleet-column' as string]: columnWidth[window.scale] }}
      className="fleet-grid relative max-h-[max(20rem,calc(100dvh-21rem))] overflow-auto rounded-card border border-line bg-surface print:max-h-none print:overflow-visible"
      onScroll={measure}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern is a table with arrows.
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={count + 1}
        aria-multiselectable="true"
        className="block select-none"
        onFocus={({ target }) => {
          const [row, column] = target.dataset.cell?.split(':').map(Number) ?? [];
          if (row !== undefined && column !== undefined) setActive({ row, column });
        }}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => {
          if (dragging.current) setChosen(undefined);
          dragging.current = false;
        }}
        onClick={onClick}
      >
        <thead className="fleet-rows sticky top-0 z-20 block bg-surface">
          <tr
            aria-rowindex={1}
            className="fleet-columns border-b border-line-strong"
            style={{ height: headHeight }}
          >
            <th
              scope="col"
              className="sticky start-0 z-10 flex items-center border-e border-line bg-surface px-2 text-start text-xs font-normal text-muted"
            >
              {t('admin.calendar.motorcycles', { count: total })}
            </th>
            {window.columns.map((column, at) => (
              <th
                key={column.key}
                scope="col"
                aria-label={columnName(window, column)}
                {...(at === current && { 'aria-current': window.scale === 'day' ? 'time' : 'date' })}
                className={cn(
                  'figures grid content-center border-e border-line/60 text-center text-xs leading-tight font-normal',
                  at === current ? 'bg-majorelle-tint font-semibold text-majorelle' : 'text-muted',
                )}
              >
                {window.scale === 'month' ? (
                  <>
                    <span>{formatDay(column.day, 'weekdayLetter')}</span>
                    <span className="text-ink">{Number(column.day.slice(8))}</span>
                  </>
                ) : (
                  columnName(window, column)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className="fleet-rows block"
          style={{ paddingTop: first * rowHeight, paddingBottom: Math.max(0, total - 1 - last) * rowHeight }}
        >
          {lines.map((index) => (
            <FleetRowLine
              key={index}
              index={index}
              row={rowAt(index)}
              window={window}
              current={current}
              active={index === active.row ? active.column : -1}
              choice={chosen?.row === index ? chosen : undefined}
              events={events}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
