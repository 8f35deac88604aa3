import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client';
import { fromPage } from '../page-answers';
import type { Supplement } from '../types';

/** Catalogues change rarely: ten minutes in a browser are fresh enough. */
const staleTime = 10 * 60_000;

/** The most that the server gives at once (specification section 9). */
const most = 100;

/** A whole list: every page of it, until one is not full. */
async function allOf<Row>(read: (page: number) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await read(page);
    all.push(...rows);
    if (rows.length < most) return all;
  }
}

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
  active: (franchiseId: string) => {
    const query = { isActive: true, page: 1, limit: most, franchiseId };
    return queryOptions({
      queryKey: ['supplements', franchiseId],
      staleTime,
      ...fromPage('/supplements', query, (data: { supplements: Supplement[] }) => data.supplements),
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/supplements', { params: { query }, signal }))).supplements,
    });
  },
};

export const parkingPointQueries = {
  list: (franchiseId?: string) =>
    queryOptions({
      queryKey: ['parking-points', 'list', franchiseId ?? null],
      staleTime,
      queryFn: ({ signal }) =>
        allOf(async (page) => {
          const query = { page, limit: most, ...(franchiseId && { franchiseId }) };
          return (await dataOf(api.GET('/parking-points', { params: { query }, signal }))).parkingPoints;
        }),
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
      queryFn: ({ signal }) =>
        allOf(async (page) => {
          const query = { page, limit: most };
          return (await dataOf(api.GET('/franchises', { params: { query }, signal }))).franchises;
        }),
    }),
};
