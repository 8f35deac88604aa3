import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { RawSearch } from '@/lib/search-params';
import { type Listed, type ListState, readList, writeList } from './list-url';

/** The address of each list as it was left, so that a form leads back to where the person was. */
const left = new Map<string, RawSearch>();

export function leftSearch(key: string): RawSearch {
  return left.get(key) ?? {};
}

/**
 * The state of a list, which lives in the address: back and forward restore it. A change of anything but the page begins at
 * the first page again. `replace` is for what changes while somebody types.
 */
export function useListUrl(entity: Listed & { readonly key: string }): {
  state: ListState;
  change: (changes: Partial<ListState>, options?: { replace?: boolean }) => void;
  searchOf: (changes: Partial<ListState>) => RawSearch;
} {
  // Of this page, also while the next one is on its way.
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const state = useMemo(() => readList(search, entity), [search, entity]);
  const { key } = entity;

  useEffect(() => {
    left.set(key, writeList(state));
  }, [key, state]);

  const searchOf = useCallback(
    (changes: Partial<ListState>) => writeList({ ...state, page: 1, ...changes }),
    [state],
  );
  const change = useCallback(
    (changes: Partial<ListState>, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: searchOf(changes),
        replace,
        resetScroll: false,
      }),
    [navigate, searchOf],
  );
  return { state, change, searchOf };
}
