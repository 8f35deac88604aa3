import type { DashboardReport } from '@/api/types';
import type { Filter, FilterValue, View } from '@/crud/entity';
import type { ListState } from '@/crud/list-url';
import { franchiseFilter } from '@/features/admin-relations/shared-parts';
import { dayAfter, toWallClock } from '@/i18n/wall-clock';

/** Whole days on Morocco's calendar, `2026-12-01`, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** What the address of the dashboard says. Without days it shows the last thirty, as the API does. */
export const filters: readonly Filter[] = [
  { kind: 'dates', from: 'from', to: 'to', label: 'admin.dashboard.period' },
  franchiseFilter,
];

/** Periods that are asked for often, up to a day. */
export function usualSpans(
  today: string,
): Readonly<Record<'today' | 'week' | 'month' | 'lastMonth' | 'year', Span>> {
  const month = `${today.slice(0, 8)}01`;
  const endOfLast = dayAfter(month, -1);
  return {
    today: { from: today, to: today },
    week: { from: dayAfter(today, -6), to: today },
    month: { from: month, to: today },
    lastMonth: { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast },
    year: { from: dayAfter(today, -364), to: today },
  };
}

/** The same as links: whose figures they are stays as it is. */
export function viewsOf(
  { filters: { franchiseId } }: ListState,
  today: string,
): { usual: View; views: View[] } {
  const whose: Record<string, FilterValue> = franchiseId === undefined ? {} : { franchiseId };
  const spans = usualSpans(today);
  return {
    usual: { key: 'usual', label: 'admin.dashboard.thirtyDays', filters: () => whose },
    views: (['today', 'week', 'month', 'lastMonth', 'year'] as const).map((key) => ({
      key,
      label: `admin.dashboard.spans.${key}`,
      filters: () => ({ ...whose, ...spans[key] }),
    })),
  };
}

/** The days from an instant up to another one, which begins the day after the last. */
function daysBetween(from: string, to: string): Span {
  return { from: toWallClock(from).date, to: toWallClock(new Date(Date.parse(to) - 1)).date };
}

/** The days of a report, and those before that it is compared with. */
export function spansOf({ beforeFrom, from, to }: DashboardReport): { now: Span; before: Span } {
  return { now: daysBetween(from, to), before: daysBetween(beforeFrom, from) };
}
