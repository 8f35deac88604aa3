import { runtimeConfig } from '@/config/runtime';

/**
 * Search and booking speak Morocco's wall clock (a day and a time of day), the API speaks instants. Morocco changes
 * its clock by decree, and browsers learn of it sooner or later than the server does, so the offsets are the server's
 * own, never those of the browser's time zone database.
 */
const changes = runtimeConfig.clock;

export interface WallClock {
  /** `2026-12-01` */
  readonly date: string;
  /** `10:00` */
  readonly time: string;
}

/** How far Morocco's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number): number {
  const inForce = changes.findLast(([from]) => from * 1000 <= instant) ?? changes[0];
  return (inForce?.[1] ?? 0) * 1000;
}

/** The moment whose UTC reading is what Morocco's clocks show at an instant: for formatting in UTC. */
export function shownAsUtc(instant: string | Date): Date {
  const milliseconds = new Date(instant).getTime();
  return new Date(milliseconds + offsetAt(milliseconds));
}

/** What Morocco's clocks show at an instant. */
export function toWallClock(instant: string | Date): WallClock {
  const shown = shownAsUtc(instant).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/**
 * The instant (RFC 3339, UTC) at which Morocco's clocks show a day and time, or undefined when either is
 * not one. An hour skipped by a clock change counts with the offset before it; a repeated one is its first.
 */
export function toInstant({ date, time }: WallClock): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== date) return undefined;
  const day = 86_400_000;
  // The offsets before and after that day: of the instants that they give, the first that reads back is the one.
  const before = asUtc - offsetAt(asUtc - day);
  const found = [before, asUtc - offsetAt(asUtc + day)]
    .sort((one, other) => one - other)
    .find((instant) => shownAsUtc(new Date(instant)).getTime() === asUtc);
  return isoSeconds(new Date(found ?? before));
}

/** RFC 3339 in UTC without fractions, as the API writes instants. */
function isoSeconds(instant: Date): string {
  return instant.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The calendar day so many days after another one; both as `2026-12-01`. */
export function dayAfter(date: string, days = 1): string {
  const moved = new Date(`${date}T12:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Today on Morocco's calendar, moved by a number of days. */
export function dayFromToday(days: number, now: Date = new Date()): string {
  return dayAfter(toWallClock(now).date, days);
}
