import type { FleetEntry, Period } from '@/api/types';
import { addDays, addMonths } from '@/features/admin-motorcycles/month';
import { formatDate, formatDay, formatPeriod } from '@/i18n/format';
import { shownAsUtc, toInstant, toWallClock } from '@/i18n/wall-clock';

/** How much of the calendar is shown at once. */
export const scales = ['day', 'week', 'month'] as const;
export type Scale = (typeof scales)[number];

/** A column: an hour of a day, or a whole day. Both on Morocco's clock. */
export interface Column {
  readonly key: string;
  readonly day: string;
  readonly time: string;
}

export interface Window {
  readonly scale: Scale;
  /** Its first day, `2026-12-01`. */
  readonly first: string;
  /** The instants that it reaches from and to. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly Column[];
}

const midnight = '00:00';
const instantOf = (day: string, time = midnight) => toInstant({ date: day, time }) ?? '';

function firstOf(scale: Scale, day: string): string {
  if (scale === 'day') return day;
  if (scale === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** The day, week (from Monday on) or month that a day lies in. */
export function windowOf(scale: Scale, day: string): Window {
  const first = firstOf(scale, day);
  const next = stepped(scale, first, 1);
  const columns: Column[] = [];
  if (scale === 'day') {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = `${String(hour).padStart(2, '0')}:00`;
      columns.push({ key: time, day, time });
    }
  } else {
    for (let one = first; one < next; one = addDays(one, 1))
      columns.push({ key: one, day: one, time: midnight });
  }
  return { scale, first, from: instantOf(first), to: instantOf(next), columns };
}

/** The first day of the window so many windows further on. */
export function stepped(scale: Scale, day: string, steps: number): string {
  const first = firstOf(scale, day);
  if (scale === 'month') return `${addMonths(first.slice(0, 7), steps)}-01`;
  return addDays(first, steps * (scale === 'week' ? 7 : 1));
}

/** A day that the address names, or today. */
export function readDay(text: string, today: string): string {
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && instantOf(text) !== '' ? text : today;
}

/** What a window is called: "1–7 Dec 2026". */
export function titleOf({ scale, first, to }: Window): string {
  if (scale === 'month') return formatDay(first, 'month');
  if (scale === 'day') return formatDay(first, 'full');
  return formatPeriod(instantOf(first), new Date(Date.parse(to) - 1), 'medium');
}

/** The name of a column for those who hear it: "Tue 1 Dec", "10:00". */
export function columnName({ scale }: Window, { day, time }: Column): string {
  return scale === 'day' ? formatDate(instantOf(day, time), 'time') : formatDay(day, 'day');
}

/** Milliseconds since 1970 as Morocco's clocks count them. */
const clockOf = (instant: string | Date) => shownAsUtc(instant).getTime();

/** How long a column is on the clock, in milliseconds. */
const lengthOf = ({ scale }: Window) => (scale === 'day' ? 3_600_000 : 86_400_000);

export interface Placed {
  /** Index of the column that it begins in. */
  readonly column: number;
  /** Where in that column, 0 to 1. */
  readonly offset: number;
  /** How long it is, in columns. */
  readonly width: number;
  /** It began before the window, or goes on behind it. */
  readonly cutStart: boolean;
  readonly cutEnd: boolean;
}

/** What is to be placed. One that is overdue goes on until now. */
interface Taken {
  readonly startDatetime: string;
  readonly endDatetime: string;
  readonly isOverdue: boolean;
}

/** Where a period stands in a window, or undefined when it lies outside. */
export function placeIn(window: Window, entry: Taken, now: Date): Placed | undefined {
  const count = window.columns.length;
  const origin = clockOf(window.from);
  const length = lengthOf(window);
  const end = entry.isOverdue
    ? Math.max(clockOf(entry.endDatetime), clockOf(now))
    : clockOf(entry.endDatetime);
  const from = (clockOf(entry.startDatetime) - origin) / length;
  const until = (end - origin) / length;
  if (until <= 0 || from >= count) return undefined;
  const begin = Math.max(0, from);
  const column = Math.min(count - 1, Math.floor(begin));
  return {
    column,
    offset: begin - column,
    width: Math.min(count, until) - begin,
    cutStart: from < 0,
    cutEnd: until > count,
  };
}

/** Whether something that is placed takes a part of a column. */
export function covers({ column, offset, width }: Placed, index: number): boolean {
  return index >= column && index < column + offset + width;
}

/** An instant so many columns later, at the same time on the clock. */
export function shifted(window: Window, instant: string, columns: number): string {
  const moved = new Date(clockOf(instant) + columns * lengthOf(window)).toISOString();
  return instantOf(moved.slice(0, 10), moved.slice(11, 16));
}

/** Whether it can be taken elsewhere at all: what is over stays. The server has the last word. */
export function movable({ kind, bookingStatus, endDatetime }: FleetEntry, now = new Date()): boolean {
  return kind === 'BLOCK' ? new Date(endDatetime) > now : bookingStatus !== 'COMPLETED';
}

/** When an entry is that is taken so many columns onward. What has begun keeps its start. */
export function carriedBy(window: Window, entry: FleetEntry, columns: number, now = new Date()): Period {
  if (columns === 0) return { startDatetime: entry.startDatetime, endDatetime: entry.endDatetime };
  const begun = entry.bookingStatus === 'ACTIVE' || new Date(entry.startDatetime) <= now;
  return {
    startDatetime: begun ? entry.startDatetime : shifted(window, entry.startDatetime, columns),
    endDatetime: shifted(window, entry.endDatetime, columns),
  };
}

/** A period of whole columns, both included, in either order. */
export function periodOf(window: Window, one: number, other: number): { start: string; end: string } {
  const first = window.columns[Math.min(one, other)];
  const last = window.columns[Math.max(one, other)];
  if (!first || !last) return { start: window.from, end: window.to };
  const start = instantOf(first.day, first.time);
  return { start, end: shifted(window, instantOf(last.day, last.time), 1) };
}

/**
 * What of a period is still to come, from the next full hour on, and is not taken: the first free part of it, or undefined
 * when there is none.
 */
export function freePart(
  { start, end }: { readonly start: string; readonly end: string },
  entries: readonly Taken[],
  now: Date,
): { start: string; end: string } | undefined {
  const hour = 3_600_000;
  const next = Math.ceil((now.getTime() + 1) / hour) * hour;
  let from = Math.max(Date.parse(start), next);
  let until = Date.parse(end);
  const periods = entries
    .map(({ startDatetime, endDatetime }) => [Date.parse(startDatetime), Date.parse(endDatetime)] as const)
    .sort(([one], [other]) => one - other);
  for (const [begin, over] of periods) {
    if (begin <= from) from = Math.max(from, over);
    else until = Math.min(until, begin);
  }
  const written = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');
  return from < until ? { start: written(from), end: written(until) } : undefined;
}

/** Today's column, or this hour's; -1 when it is not shown. */
export function columnOfNow({ scale, columns }: Window, now: Date): number {
  const { date, time } = toWallClock(now);
  return columns.findIndex(
    (one) => one.day === date && (scale !== 'day' || one.time.slice(0, 2) === time.slice(0, 2)),
  );
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
}

/** The column and row that a key leads to in the grid (the ARIA grid pattern); undefined for keys that lead nowhere. */
export function cellByKey(
  key: string,
  { row, column }: { readonly row: number; readonly column: number },
  {
    rows,
    columns,
    rightToLeft,
  }: { readonly rows: number; readonly columns: number; readonly rightToLeft: boolean },
): { row: number; column: number } | undefined {
  const onward = rightToLeft ? -1 : 1;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const to = (down: number, along: number) => ({
    row: within(row + down, rows),
    column: within(column + along, columns),
  });
  switch (key) {
    case 'ArrowLeft':
      return to(0, -onward);
    case 'ArrowRight':
      return to(0, onward);
    case 'ArrowUp':
      return to(-1, 0);
    case 'ArrowDown':
      return to(1, 0);
    case 'Home':
      return to(0, -columns);
    case 'End':
      return to(0, columns);
    case 'PageUp':
      return to(-10, 0);
    case 'PageDown':
      return to(10, 0);
    default:
      return undefined;
  }
}
