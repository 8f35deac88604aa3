import type { DashboardReport } from '@/api/types';
import { dayAfter } from '@/i18n/wall-clock';
import type { Span } from './period';

/** How a figure stands to the one before it. `share` is of the one before, above 0; of nothing there is none. */
export type Trend =
  | { readonly kind: 'more' | 'less'; readonly share: number }
  | { readonly kind: 'same' | 'moreThanNone' | 'lessThanNone' };

export function trendOf(now: number, before: number): Trend {
  if (now === before) return { kind: 'same' };
  if (before === 0) return { kind: now > 0 ? 'moreThanNone' : 'lessThanNone' };
  return { kind: now > before ? 'more' : 'less', share: Math.abs(now - before) / Math.abs(before) };
}

type Day = DashboardReport['byDay'][number];

/** A bar of a chart: one day or several. */
export interface Bucket extends Span {
  readonly revenue: number;
  readonly bookings: number;
  readonly cancellations: number;
}

/** As many bars as can still be told apart. */
const mostBars = 45;

/** The days of a report, put together by the week or the month where there are many. */
export function bucketsOf(days: readonly Day[]): { by: 'day' | 'week' | 'month'; buckets: Bucket[] } {
  const by = days.length <= mostBars ? 'day' : days.length <= 7 * 27 ? 'week' : 'month';
  const first = days[0]?.date ?? '';
  const startsAnew = ({ date }: Day, index: number) =>
    by === 'day' || index === 0 || (by === 'week' ? index % 7 === 0 : date.endsWith('-01'));
  const buckets: Bucket[] = [];
  days.forEach((day, index) => {
    const { date, revenue, bookings, cancellations } = day;
    const last = buckets.at(-1);
    if (!last || startsAnew(day, index)) {
      buckets.push({ from: dayAfter(first, index), to: date, revenue, bookings, cancellations });
      return;
    }
    buckets[buckets.length - 1] = {
      from: last.from,
      to: date,
      // Money has two decimals; sums of such numbers have more.
      revenue: Math.round((last.revenue + revenue) * 100) / 100,
      bookings: last.bookings + bookings,
      cancellations: last.cancellations + cancellations,
    };
  });
  return { by, buckets };
}

/** The axis of a chart: from where to where, and where its lines are. Zero is always on it. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly lines: readonly number[];
}

/** Lines at round distances, four or so, that all values lie between. */
export function scaleOf(values: readonly number[]): Scale {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const rough = (most - least) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Counts have no halves.
  const step = Math.max(1, ([1, 2, 5, 10].find((round) => round * power >= rough) ?? 10) * power);
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step), 1) * step;
  return {
    low,
    high,
    lines: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step),
  };
}

/** Which bars are named below the axis: some, as far apart as one another. */
export function namedBars(count: number, most: number): number[] {
  const apart = Math.ceil(count / most);
  return Array.from(
    { length: Math.ceil(count / apart) },
    (_, n) => n * apart + Math.floor((apart - 1) / 2),
  ).filter((bar) => bar < count);
}

/** Rows in the order in which they were shown first, so that news of them move none; new ones come last. */
export function inSteadyOrder<R extends { readonly id: string }>(
  rows: readonly R[],
  before: readonly string[],
): R[] {
  const place = (row: R) => {
    const known = before.indexOf(row.id);
    return known === -1 ? before.length : known;
  };
  return rows.toSorted((one, other) => place(one) - place(other));
}
