import { toInstant } from '@/i18n/wall-clock';
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

export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  return Object.fromEntries(names.map((name) => [name, textParam(search, name) || undefined]));
}

/** Time of day where the address names a day only. */
const usualTime = '10:00';

export interface When {
  readonly startDate: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
}

export function whenOf(search: BookingSearch): When {
  return {
    startDate: search.startDate ?? '',
    startTime: search.startTime ?? usualTime,
    endDate: search.endDate ?? '',
    endTime: search.endTime ?? usualTime,
  };
}

export interface CheckedWhen {
  /** The two instants, when both can be rented between. */
  readonly period?: { readonly startDatetime: string; readonly endDatetime: string };
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
