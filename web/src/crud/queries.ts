import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Entity, Relation, Row } from './entity';
import { type ListState, questionOf } from './list-url';

/** Reads a page of an entity's list. */
export function pageOf<R extends Row>(entity: Entity<R>, state: ListState, signal: AbortSignal) {
  return entity.page({ ...questionOf(state, entity), page: state.page, limit: state.limit }, signal);
}

/**
 * A page of an entity's list; the rows before stay while another one loads. It is not read again by itself: rows that moved
 * while somebody reaches for one would be pressed in error. `useNewer` tells of newer ones.
 */
export function pageQuery<R extends Row>(entity: Entity<R>, state: ListState) {
  const query = { ...questionOf(state, entity), page: state.page, limit: state.limit };
  return queryOptions({
    queryKey: [entity.key, 'admin', query],
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => pageOf(entity, state, signal),
  });
}

/** Root of what is known of one record. */
export const recordKey = (entity: string, id: string) => [entity, 'admin', 'record', id] as const;

/** A record, as the API has it; an entity whose records are only listed has none. */
export function recordOf<R extends Row>(entity: Entity<R>, id: string, signal: AbortSignal): Promise<R> {
  return entity.one?.(id, signal) ?? Promise.reject(new TypeError(`${entity.key} has no pages`));
}

/** One record, as it is now: a form never begins with what somebody else has changed since. */
export function rowQuery<R extends Row>(entity: Entity<R>, id: string) {
  return queryOptions({
    queryKey: recordKey(entity.key, id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => recordOf(entity, id, signal),
  });
}

export const relationQueries = {
  search: (relation: Relation, text: string) =>
    queryOptions({
      queryKey: [relation.key, 'choose', text],
      staleTime: 60_000,
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) => relation.search(text, signal),
    }),
  one: (relation: Relation, id: string) =>
    queryOptions({
      queryKey: [relation.key, 'named', id],
      staleTime: 5 * 60_000,
      queryFn: ({ signal }) => relation.one(id, signal),
    }),
};
