import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import type { Trip } from '@/features/search/trip';
import { type ResultsSearch, toSearchQuery } from './results.search';

const route = getRouteApi('/_site/results');

/** The address of the results, and the one way to change it. Every change but a page's own starts at page 1. */
export function useResultsSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (
    changes: Partial<ResultsSearch>,
    { replace = false, resetScroll = false }: { replace?: boolean; resetScroll?: boolean } = {},
  ) =>
    void navigate({
      search: (before) => ({
        ...before,
        page: '1',
        // How far belongs to the place that it was chosen for.
        radius: 'location' in changes && changes.location !== before.location ? '' : before.radius,
        ...changes,
      }),
      replace: replace || search.view === 'filters',
      resetScroll,
    });
  return { search, change };
}

/** Where and when, the same object for as long as both are: what is drawn from it is not drawn anew for another filter. */
export function useTrip({ location, startDate, startTime, endDate, endTime }: Trip): Trip {
  return useMemo(
    () => ({ location, startDate, startTime, endDate, endTime }),
    [location, startDate, startTime, endDate, endTime],
  );
}

/** The server's answer to the address. A page beyond the last becomes the last. */
export function useResults() {
  const { search, change } = useResultsSearch();
  const result = useQuery({
    ...motorcycleQueries.search(toSearchQuery(search)),
    placeholderData: keepPreviousData,
  });
  const last = result.isPlaceholderData ? undefined : result.data?.pagination.totalPages;
  const beyond = last !== undefined && last > 0 && Number(search.page) > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every drawing.
  useEffect(() => {
    if (beyond) change({ page: String(last) }, { replace: true });
  }, [beyond, last]);
  return { search, change, result };
}
