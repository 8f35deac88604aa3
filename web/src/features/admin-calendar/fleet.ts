import { queryOptions, useQueries } from '@tanstack/react-query';
import { api, dataOf } from '@/api/client';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import type { FleetCalendarQuery, FleetRow } from '@/api/types';
import type { FilterValue } from '@/crud/entity';
import { useFreshOnNews } from '@/crud/news';
import type { Window } from './window';

/** What is asked of the fleet beside the window: filters, search and order of the list of motorcycles. */
export type Question = Readonly<Record<string, FilterValue>>;

/** Root of what is known of the fleet's calendar. */
const calendars = [...motorcycleQueries.all, 'admin', 'fleet-calendar'] as const;

/** How many motorcycles are asked for at a time. */
export const pageSize = 50;

/** How often it is asked again without news, in milliseconds: rentals become late by themselves. */
const refresh = 30_000;

interface FleetPage {
  readonly rows: FleetRow[];
  readonly total: number;
  readonly totalPages: number;
}

function sameRows(one: FleetCalendarQuery | undefined, other: FleetCalendarQuery): boolean {
  const asked = (query: FleetCalendarQuery) => JSON.stringify({ ...query, from: '', to: '' });
  return one !== undefined && asked(one) === asked(other);
}

/** A page of the fleet with what takes a part of a window. Asked anew whenever a motorcycle or booking changes. */
export function fleetPage({ from, to }: Window, question: Question, page: number, limit = pageSize) {
  const query: FleetCalendarQuery = { ...question, from, to, page, limit };
  return queryOptions({
    queryKey: [...calendars, query],
    staleTime: 5_000,
    refetchInterval: refresh,
    // The same motorcycles in another window stand still while their new entries are on their way.
    placeholderData: (before: FleetPage | undefined, of) =>
      sameRows(of?.queryKey.at(-1) as FleetCalendarQuery | undefined, query) ? before : undefined,
    queryFn: async ({ signal }): Promise<FleetPage> => {
      const { rows, pagination } = await dataOf(api.GET('/fleet-calendar', { params: { query }, signal }));
      return { rows, total: pagination.total, totalPages: pagination.totalPages };
    },
  });
}

/** Shows what others book as it happens, in whichever form the calendar is. */
export function useFreshFleet(): void {
  useFreshOnNews(calendars);
}

/** The rows of the fleet between two indices, as far as they have arrived; only the pages that they lie on are asked for. */
export function useFleet(window: Window, question: Question, first: number, last: number) {
  const begin = Math.floor(first / pageSize);
  const count = Math.floor(Math.max(first, last) / pageSize) - begin + 1;
  const pages = Array.from({ length: count }, (_, index) => begin + index);
  const results = useQueries({ queries: pages.map((page) => fleetPage(window, question, page + 1)) });
  const rowAt = (index: number): FleetRow | undefined =>
    results[Math.floor(index / pageSize) - begin]?.data?.rows[index % pageSize];
  return {
    rowAt,
    total: results.find(({ data }) => data)?.data?.total,
    /** Everything that was asked for is here. */
    whole: results.every(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData),
    error: results.find(({ data, error }) => error && !data)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error) void refetch();
    },
  };
}
