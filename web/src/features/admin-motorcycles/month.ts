import { toInstant, toWallClock } from '@/i18n/wall-clock';

/** Days are `2026-12-01`, months `2026-12`, both on Morocco's clock. */
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  const date = atNoon(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

export function addMonths(month: string, months: number): string {
  const date = atNoon(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return dayOf(date).slice(0, 7);
}

/** A month that somebody may have typed into the address, or the present one. */
export function readMonth(text: unknown, today: string): string {
  return typeof text === 'string' && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : today.slice(0, 7);
}

/** The weeks of a month, from Monday on; null for the days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = (atNoon(first).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let day = addDays(first, -before); day < `${addMonths(month, 1)}-01`; day = addDays(day, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const one = addDays(day, index);
        return one.startsWith(month) ? one : null;
      }),
    );
  }
  return weeks;
}

/** Days from the earlier to the later of two, both included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export function daysBetween(one: string, other: string): Days {
  return one < other ? { first: one, last: other } : { first: other, last: one };
}

/** When a block of whole days begins and ends: in the future, so today it begins with the next full hour (specification section 5). */
export function timesOf({ first, last }: Days, now: Date = new Date()): { start: string; end: string } {
  const start = toInstant({ date: first, time: '00:00' }) ?? '';
  const nextHour = new Date(Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000).toISOString();
  return {
    start: start > now.toISOString() ? start : nextHour,
    end: toInstant({ date: addDays(last, 1), time: '00:00' }) ?? '',
  };
}

/** The day on which something ends: one that ends at midnight has no part of the day that begins then. */
export function lastDayOf(end: string): string {
  return toWallClock(new Date(new Date(end).getTime() - 1)).date;
}

/** The same day of another month, or its last one. */
function inMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}

/** The day that a key leads to in a grid of days (the ARIA grid pattern); undefined for keys that lead nowhere. */
export function dayByKey(key: string, day: string, rightToLeft: boolean): string | undefined {
  const onward = rightToLeft ? -1 : 1;
  const weekday = (atNoon(day).getUTCDay() + 6) % 7;
  const month = day.slice(0, 7);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -onward);
    case 'ArrowRight':
      return addDays(day, onward);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return inMonth(addMonths(month, -1), day);
    case 'PageDown':
      return inMonth(addMonths(month, 1), day);
    default:
      return undefined;
  }
}
