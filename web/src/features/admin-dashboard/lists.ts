import type { RawSearch } from '@/lib/search-params';
import type { Span } from './period';

/** A list that a number counts: its address, and what it is narrowed to. */
export interface CountedList {
  readonly to: string;
  readonly search: RawSearch;
}

const confirmed = ['CONFIRMED', 'ACTIVE', 'COMPLETED'];

/** Which list each number of a period counts. The lists take days as whole ones, so that a day's last moment is in it. */
export function listsOf({ from, to }: Span, franchise: string) {
  const whose: RawSearch = franchise === '' ? {} : { franchiseId: franchise };
  const bookings = (search: RawSearch): CountedList => ({
    to: '/admin/bookings',
    search: { ...search, ...whose },
  });
  const made = { createdAfter: from, createdBefore: to };
  const cancelled = { cancelledAfter: from, cancelledBefore: to };
  return {
    revenue: { to: '/admin/payments', search: { revenueAfter: from, revenueBefore: to, ...whose } },
    bookings: bookings(made),
    sold: bookings({ ...made, status: confirmed }),
    cancellations: bookings(cancelled),
    lapsed: bookings({ ...cancelled, isLapsed: 'true' }),
  } satisfies Record<string, CountedList>;
}

/**
 * The rentals that were under way from an instant to another one, as far as that has come. A rental that ended or begins in
 * just that moment is none of them; the API tells microseconds apart.
 */
export function rentalsOf(from: string, to: string, now: string, franchise: string): CountedList {
  const end =
    Date.parse(to) < Date.parse(now) ? new Date(Date.parse(to) - 1).toISOString().replace('Z', '999Z') : now;
  return {
    to: '/admin/bookings',
    search: {
      status: confirmed,
      endDatetimeAfter: from.replace(/(\.\d+)?Z$/, '.000001Z'),
      startDatetimeBefore: end,
      ...(franchise !== '' && { franchiseId: franchise }),
    },
  };
}

/** How far back the figures look that are of no period, in days. */
const windowDays = 30;

/** The rentals of a motorcycle that began in the last days up to an instant. */
export function begunOf(motorcycleId: string, now: string): CountedList {
  const since = new Date(Date.parse(now) - windowDays * 86_400_000).toISOString();
  return {
    to: '/admin/bookings',
    search: {
      motorcycleId,
      status: confirmed,
      // The same fraction of a second as now has, however fine.
      startDatetimeAfter: since.slice(0, 19) + now.slice(19),
      startDatetimeBefore: now,
    },
  };
}
