/**
 * Search and booking speak Morocco's wall clock (a day and a time of day), the API speaks instants. Morocco
 * leaves UTC+01:00 for UTC around Ramadan, so the offset is asked of the time zone database, never assumed.
 */
const zone = 'Africa/Casablanca';

export interface WallClock {
  /** `2026-12-01` */
  readonly date: string;
  /** `10:00` */
  readonly time: string;
}

const reader = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What Morocco's clocks show at an instant. */
export function toWallClock(instant: string | Date): WallClock {
  const parts: Record<string, string> = {};
  for (const { type, value } of reader.formatToParts(new Date(instant))) parts[type] = value;
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  };
}

/**
 * The instant (RFC 3339, UTC) at which Morocco's clocks show a day and time, or undefined when either is
 * not one. An hour skipped by a clock change counts with the offset before it; a repeated one is its first.
 */
export function toInstant({ date, time }: WallClock): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== date) return undefined;
  const hour = 3_600_000;
  // Morocco is one hour ahead of UTC, or level with it: of the two, the first that reads back is the instant.
  const found = [asUtc - hour, asUtc].find((instant) => {
    const shown = toWallClock(new Date(instant));
    return shown.date === date && shown.time === time;
  });
  return isoSeconds(new Date(found ?? asUtc));
}

/** RFC 3339 in UTC without fractions, as the API writes instants. */
function isoSeconds(instant: Date): string {
  return instant.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Today on Morocco's calendar, moved by a number of days. */
export function dayFromToday(days: number, now: Date = new Date()): string {
  const today = new Date(`${toWallClock(now).date}T12:00:00Z`);
  today.setUTCDate(today.getUTCDate() + days);
  return today.toISOString().slice(0, 10);
}
