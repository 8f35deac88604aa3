import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '@/api/client';
import { type ListState, valuesOf } from '@/crud/list-url';

/** What is late becomes so by itself: without news the figures are read again this often, in milliseconds. */
const refresh = 60_000;

function asked({ filters }: ListState, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value] = valuesOf(filters[name]);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

export function statsQuery(state: ListState) {
  const query = asked(state, ['franchiseId']);
  return queryOptions({
    queryKey: ['dashboard', 'stats', query],
    placeholderData: keepPreviousData,
    refetchInterval: refresh,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/dashboard/stats', { params: { query }, signal }))).stats,
  });
}

export function reportQuery(state: ListState) {
  const query = asked(state, ['from', 'to', 'franchiseId']);
  return queryOptions({
    queryKey: ['dashboard', 'report', query],
    placeholderData: keepPreviousData,
    refetchInterval: refresh,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/dashboard/report', { params: { query }, signal }))).report,
  });
}
