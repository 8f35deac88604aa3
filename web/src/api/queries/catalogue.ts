import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client';

/** Catalogues change rarely: ten minutes in a browser are fresh enough. */
const staleTime = 10 * 60_000;

export const supplementQueries = {
  /** Free services of the whole platform: part of every rental (D3). */
  includedEverywhere: () =>
    queryOptions({
      queryKey: ['supplements', 'included'],
      staleTime,
      queryFn: async ({ signal }) =>
        (
          await dataOf(api.GET('/supplements', { params: { query: { isActive: true, limit: 100 } }, signal }))
        ).supplements.filter(({ isFree, franchiseId }) => isFree && franchiseId === null),
    }),
  /** Active extras of a franchise, the platform-wide ones included (specification section 7). */
  active: (franchiseId: string) =>
    queryOptions({
      queryKey: ['supplements', franchiseId],
      staleTime,
      queryFn: async ({ signal }) =>
        (
          await dataOf(
            api.GET('/supplements', {
              params: { query: { isActive: true, page: 1, limit: 100, franchiseId } },
              signal,
            }),
          )
        ).supplements,
    }),
};

export const parkingPointQueries = {
  list: (franchiseId?: string) =>
    queryOptions({
      queryKey: ['parking-points', 'list', franchiseId ?? null],
      staleTime,
      queryFn: async ({ signal }) =>
        (
          await dataOf(
            api.GET('/parking-points', {
              params: { query: { limit: 100, ...(franchiseId && { franchiseId }) } },
              signal,
            }),
          )
        ).parkingPoints,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['parking-points', 'detail', id],
      staleTime,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/parking-points/{id}', { params: { path: { id } }, signal }))).parkingPoint,
    }),
};

export const franchiseQueries = {
  list: () =>
    queryOptions({
      queryKey: ['franchises'],
      staleTime,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/franchises', { params: { query: { limit: 100 } }, signal }))).franchises,
    }),
};
