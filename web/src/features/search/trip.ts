import { dayFromToday, toInstant } from '@/i18n/wall-clock';
import { textParam } from '@/lib/search-params';

/**
 * Where and when, as it stands in an address: days and times are Morocco's wall clock, `location` is one of the
 * three forms of specification section 2. What is not chosen is the empty string.
 */
export interface Trip {
  readonly location: string;
  readonly startDate: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
}

export const emptyTrip: Trip = { location: '', startDate: '', startTime: '', endDate: '', endTime: '' };

/** The hour that the server takes when a search names none. */
export const defaultTime = '10:00';

/** Bookings further ahead than this are not sold. */
export const furthestDays = 540;

/** The server refuses longer ones. */
const longestLocation = 500;

/** Tomorrow 10:00 to three days later 10:00. */
export function defaultTrip(location = '', now?: Date): Trip {
  return {
    location,
    startDate: dayFromToday(1, now),
    startTime: defaultTime,
    endDate: dayFromToday(4, now),
    endTime: defaultTime,
  };
}

const isDay = (text: string) => toInstant({ date: text, time: defaultTime }) !== undefined;
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Reads a trip out of an address; what is no day or time counts as not chosen. Never throws. */
export function readTrip(raw: Record<string, unknown>): Trip {
  const only = (key: string, valid: (text: string) => boolean) => {
    const text = textParam(raw, key);
    return valid(text) ? text : '';
  };
  return {
    location: textParam(raw, 'location').trim().slice(0, longestLocation),
    startDate: only('startDate', isDay),
    startTime: only('startTime', isTime),
    endDate: only('endDate', isDay),
    endTime: only('endTime', isTime),
  };
}

/** Whether both days are chosen. */
export function hasDates(trip: Trip): boolean {
  return trip.startDate !== '' && trip.endDate !== '';
}

/** The trip as two instants (RFC 3339), or undefined while a day is missing. */
export function tripInstants(trip: Trip): { startDatetime: string; endDatetime: string } | undefined {
  const startDatetime = toInstant({ date: trip.startDate, time: trip.startTime || defaultTime });
  const endDatetime = toInstant({ date: trip.endDate, time: trip.endTime || defaultTime });
  return startDatetime && endDatetime ? { startDatetime, endDatetime } : undefined;
}

/** What is wrong with the period, as a field code of the server, or undefined (specification section 5). */
export function periodProblem(
  trip: Trip,
  now: Date = new Date(),
):
  | { readonly field: 'start' | 'end'; readonly code: 'REQUIRED' | 'IN_PAST' | 'END_BEFORE_START' }
  | undefined {
  if (trip.startDate === '' && trip.endDate === '') return undefined;
  const instants = tripInstants(trip);
  if (!instants) return { field: trip.startDate === '' ? 'start' : 'end', code: 'REQUIRED' };
  const start = Date.parse(instants.startDatetime);
  if (start <= now.getTime()) return { field: 'start', code: 'IN_PAST' };
  if (Date.parse(instants.endDatetime) <= start) return { field: 'end', code: 'END_BEFORE_START' };
  return undefined;
}

/** A calendar day moved by a number of days. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T12:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}

/** The trip with another first day; a last day that would come before it moves along, keeping the length. */
export function withStart(trip: Trip, day: string): Trip {
  const moved = { ...trip, startDate: day, startTime: trip.startTime || defaultTime };
  if (trip.endDate !== '' && trip.endDate >= day) return moved;
  const length = hasDates(trip) ? Math.max(1, daysBetween(trip.startDate, trip.endDate)) : 1;
  return { ...moved, endDate: addDays(day, length), endTime: trip.endTime || defaultTime };
}

/** The trip with another last day; one before the first day makes a day's trip that ends there. */
export function withEnd(trip: Trip, day: string): Trip {
  const moved = { ...trip, endDate: day, endTime: trip.endTime || defaultTime };
  if (trip.startDate !== '' && trip.startDate <= day) return moved;
  return { ...moved, startDate: addDays(day, -1), startTime: trip.startTime || defaultTime };
}

/** The half hours of a day, from 00:00; a time that is none of them is added in its place. */
export function timesOfDay(chosen: string): string[] {
  const times = Array.from(
    { length: 48 },
    (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
  );
  return chosen === '' || times.includes(chosen) ? times : [...times, chosen].sort();
}
