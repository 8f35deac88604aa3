import { toInstant, toWallClock } from '@/i18n/wall-clock';
import { textParam } from '@/lib/search-params';

/** The question that the booking form answers: days and times are Morocco's (specification section 2). */
export interface BookingSearch {
  motorcycleId?: string;
  startDate?: string;
  endDate?: string;
  startTime?: string;
  endTime?: string;
  /** A parking point id, `current:lat,lng` or `address:text`. */
  location?: string;
  franchiseId?: string;
}

const names = [
  'motorcycleId',
  'startDate',
  'endDate',
  'startTime',
  'endTime',
  'location',
  'franchiseId',
] as const satisfies Array<keyof BookingSearch>;

/** The server refuses longer ones. */
const longestLocation = 500;

/**
 * Reads the address of the form. A name of a motorcycle with which a path would lead elsewhere counts as
 * missing.
 */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  const texts = names.map((name) => [name, textParam(search, name) || undefined] as const);
  const { motorcycleId = '', location, ...rest } = Object.fromEntries(texts);
  return {
    ...rest,
    location: location?.slice(0, longestLocation),
    motorcycleId: /^[\w-]{1,100}$/.test(motorcycleId) ? motorcycleId : undefined,
  };
}

/** Time of day where the address names a day only. */
const usualTime = '10:00';

export interface When {
  readonly startDate: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
}

/** Days and times of an address. What is none counts as not named: an input cannot show it, so nobody could mend it. */
export function whenOf(search: BookingSearch): When {
  const day = (text = '') => (instantOf(text, usualTime) ? text : '');
  const time = (text = '') => (toInstant({ date: '2026-01-01', time: text }) ? text : usualTime);
  return {
    startDate: day(search.startDate),
    startTime: time(search.startTime),
    endDate: day(search.endDate),
    endTime: time(search.endTime),
  };
}

/** A period as days and times on Morocco's clock. */
export function whenBetween({ startDatetime, endDatetime }: RidePeriod): When {
  const start = toWallClock(startDatetime);
  const end = toWallClock(endDatetime);
  return { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time };
}

interface RidePeriod {
  readonly startDatetime: string;
  readonly endDatetime: string;
}

export interface CheckedWhen {
  /** The two instants, when both can be rented between. */
  readonly period?: RidePeriod;
  /** Codes of what is wrong, by end. */
  readonly start?: 'REQUIRED' | 'IN_PAST';
  readonly end?: 'REQUIRED' | 'END_BEFORE_START';
}

/** A day that is being typed passes through the years 0002, 0020 and 0202; those are no days yet. */
function instantOf(date: string, time: string): string | undefined {
  return date.startsWith('2') ? toInstant({ date, time }) : undefined;
}

/** Start and end in the future, end after start (specification section 5). */
export function checkWhen(when: When, now = Date.now()): CheckedWhen {
  const startDatetime = instantOf(when.startDate, when.startTime);
  const endDatetime = instantOf(when.endDate, when.endTime);
  const start = !startDatetime ? 'REQUIRED' : Date.parse(startDatetime) <= now ? 'IN_PAST' : undefined;
  const end = !endDatetime
    ? 'REQUIRED'
    : startDatetime && endDatetime <= startDatetime
      ? 'END_BEFORE_START'
      : undefined;
  if (start || end || !startDatetime || !endDatetime) return { start, end };
  return { period: { startDatetime, endDatetime } };
}
