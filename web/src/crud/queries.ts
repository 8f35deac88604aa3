import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Problem } from '@/api/problem';
import { useAuth } from '@/stores/auth';
import type { Entity, Relation, Row } from './entity';
import { type ListState, questionOf } from './list-url';
import { ofPlatform } from './use-can';

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

/**
 * A record, as the API has it; an entity whose records are only listed has none. Everybody may know of another franchise's
 * extras and places; these pages are for those who administer them, and absent for others (D18).
 */
export async function recordOf<R extends Row>(
  entity: Entity<R>,
  id: string,
  signal: AbortSignal,
): Promise<R> {
  if (!entity.one) throw new TypeError(`${entity.key} has no pages`);
  const row = await entity.one(id, signal);
  const { user } = useAuth.getState();
  const owner = row.franchiseId ?? user?.franchiseId;
  if (user && !ofPlatform(user) && owner !== user.franchiseId)
    throw new Problem({ status: 404, code: 'NOT_FOUND', message: '' });
  return row;
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
