import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { CarryStatus } from './carry-status';
import { FleetHead, headHeight } from './fleet-head';
import { type Choice, FleetRowLine, rowHeight } from './fleet-row';
import { type Cell, type PutDown, useCarry } from './use-carry';
import { useEdgeScroll } from './use-edge-scroll';
import { cellByKey, columnName, columnOfNow, covers, placeIn, type Window } from './window';
import './fleet.css';

/** Rows that are drawn beyond the edges, so that scrolling does not run into white. */
const spare = 6;
/** Rows come and go by so many, so that not every row that passes is a drawing. */
const step = 4;
/** From so many pixels a millisecond on nobody reads what passes; and when the grid stands still again, in milliseconds. */
const flight = 2.5;
const still = 120;
/** Rows that are drawn before anything was measured. */
const firstRows = 20;

/** How wide a column is at least, and what stands before the columns. */
const columnWidth = { day: '3.25rem', week: '7rem', month: '1.625rem' } as const;

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
  onPutDown,
}: {
  label: string;
  window: Window;
  total: number;
  rowAt: (index: number) => FleetRow | undefined;
  range: Range;
  /** Other rows are in sight, or `flying` past: these are not worth asking for. */
  onRange: (range: Range, flying: boolean) => void;
  /** Everything is to be drawn, for paper. */
  all: boolean;
  onGap: (row: FleetRow, from: number, to: number) => void;
  onEntry: (row: FleetRow, entries: FleetEntry[]) => void;
  onPutDown: PutDown;
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

  const passing = useRef({
    top: 0,
    at: 0,
    flying: false,
    settle: undefined as ReturnType<typeof setTimeout> | undefined,
  });
  const measure = () => {
    const box = frame.current;
    if (!box) return;
    const { top: before, at, flying: flew, settle } = passing.current;
    const now = performance.now();
    const flying = Math.abs(box.scrollTop - before) > flight * Math.max(1, now - at);
    clearTimeout(settle);
    passing.current = {
      top: box.scrollTop,
      at: now,
      flying,
      settle: flying ? setTimeout(() => latest.current.measure(), still) : undefined,
    };
    const visible = Math.max(firstRows, Math.ceil(box.clientHeight / rowHeight));
    const top = Math.floor(box.scrollTop / rowHeight);
    const first = Math.max(0, Math.floor((top - spare) / step) * step);
    const last = Math.max(0, Math.min(total - 1, Math.ceil((top + visible + spare) / step) * step));
    if (first !== range.first || last !== range.last || flying !== flew) onRange({ first, last }, flying);
  };
  useEffect(() => () => clearTimeout(passing.current.settle), []);
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

  const carry = useCarry(window, rowAt, onPutDown);
  const { carried } = carry;
  const latest = useRef({ onEntry, carry, measure });
  latest.current = { onEntry, carry, measure };
  const openEntry = useCallback((row: FleetRow, entry: FleetEntry) => {
    if (!latest.current.carry.wasDragged()) latest.current.onEntry(row, [entry]);
  }, []);
  const free = useMemo(
    () => window.columns.map((column) => t('admin.calendar.free', { column: columnName(window, column) })),
    [window, t],
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
    // What the mouse carries has its focus on the bar; everything else begins in a cell.
    if (carry.onKeyDown(event) || !(event.target as HTMLElement).dataset.cell) return;
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
    if (carried) carry.move(to);
    else if (event.altKey && !carry.takeUp(active, to)) return;
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

  /** The cell at a place of the page, whatever lies over it; beyond the edges the nearest one. */
  const cellUnder = (x: number, y: number): Cell | undefined => {
    // The rows begin where their head ends when nothing is scrolled; a column is as wide as its head.
    const head = frame.current?.querySelector('thead th + th');
    const begin = head?.getBoundingClientRect();
    const rows = frame.current?.querySelector('tbody')?.getBoundingClientRect();
    if (!head || !begin || !rows) return undefined;
    const along = head.matches(':dir(rtl)') ? begin.right - x : x - begin.left;
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(value)));
    return { row: within((y - rows.top) / rowHeight, total), column: within(along / begin.width, count) };
  };
  /** Has the choice of free days reach to a cell; it stays in its row. */
  const choose = ({ column }: Cell) =>
    setChosen((now) => (now && now.to !== column ? { ...now, to: column } : now));
  const edges = useEdgeScroll(frame, ({ x, y }) => {
    const at = cellUnder(x, y);
    if (!at) return;
    if (dragging.current) choose(at);
    else carry.move(at);
  });
  // Whoever lets go, by key or button, scrolls no more.
  const carriedByHand = carried !== undefined && !carried.byKeys;
  const underway = carriedByHand || chosen !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether anything is on its way is all that counts.
  useEffect(() => (underway ? edges.stop : undefined), [underway]);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    carry.onPointerDown(event, cellUnder(event.clientX, event.clientY));
    const at = (event.target as HTMLElement).dataset.cell?.split(':').map(Number);
    const [row, column] = at ?? [];
    if (row === undefined || column === undefined) return;
    setActive({ row, column });
    if (event.pointerType !== 'mouse') return;
    dragging.current = true;
    setChosen({ row, from: column, to: column });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = cellUnder(event.clientX, event.clientY);
    carry.onPointerMove(event, at);
    if (carriedByHand)
      edges.follow({ x: event.clientX, y: event.clientY, down: carried.entry.kind !== 'BLOCK' });
    if (!dragging.current || !chosen || !at) return;
    const { row, from } = chosen;
    // A press within its cell is the cell's. Further on the hand may leave the row, and the grid: the choice does not.
    const wide = event.currentTarget.hasPointerCapture(event.pointerId);
    if (!wide && (at.row !== row || at.column === from)) return;
    if (!wide) event.currentTarget.setPointerCapture(event.pointerId);
    edges.follow({ x: event.clientX, y: event.clientY, down: false });
    choose(at);
  };
  const onPointerUp = () => {
    dragging.current = false;
    edges.stop();
    carry.onPointerUp();
  };
  const onClick = (event: { target: EventTarget }) => {
    if (carry.wasDragged()) return;
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
    <>
      <div
        ref={frame}
        style={{
          ['--fleet-count' as string]: count,
          ['--fleet-column' as string]: columnWidth[window.scale],
        }}
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
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget && !currentTarget.contains(relatedTarget)) carry.stop();
          }}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            dragging.current = false;
            setChosen(undefined);
            carry.stop();
          }}
          onPointerLeave={() => {
            if (dragging.current) setChosen(undefined);
            dragging.current = false;
          }}
          onClick={onClick}
        >
          <FleetHead window={window} total={total} current={current} />
          <tbody
            className="fleet-rows block"
            style={{
              paddingTop: first * rowHeight,
              paddingBottom: Math.max(0, total - 1 - last) * rowHeight,
            }}
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
                free={free}
                carried={carried?.from.row === index ? carried.entry.id : undefined}
                ghost={carried?.to.row === index ? carry.ghost : undefined}
                onEntry={openEntry}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className="no-print min-h-5 text-sm">
        {carried?.byKeys && carry.period && (
          <CarryStatus entry={carried.entry} row={rowAt(carried.to.row)} period={carry.period} />
        )}
      </p>
    </>
  );
}
