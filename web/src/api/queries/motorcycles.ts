import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client';
import { fromPage } from '../page-answers';
import type { MotorcycleDetail, SearchQuery, SearchResult } from '../types';

export const motorcycleQueries = {
  all: ['motorcycles'] as const,
  /** Available motorcycles near a place for a period; the rows before stay while a new answer loads. */
  search: (query: SearchQuery) =>
    queryOptions({
      queryKey: [...motorcycleQueries.all, 'search', query],
      placeholderData: keepPreviousData,
      ...fromPage('/motorcycles/search', query, (data: SearchResult) => data),
      queryFn: ({ signal }) => dataOf(api.GET('/motorcycles/search', { params: { query }, signal })),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...motorcycleQueries.all, 'detail', id],
      ...fromPage(`/motorcycles/${id}`, {}, (data: { motorcycle: MotorcycleDetail }) => data.motorcycle),
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/motorcycles/{id}', { params: { path: { id } }, signal }))).motorcycle,
    }),
  /** Whether one motorcycle is free between two instants, and when it is next. */
  availability: (id: string, startDate: string, endDate: string) =>
    queryOptions({
      queryKey: [...motorcycleQueries.all, 'availability', id, startDate, endDate],
      queryFn: ({ signal }) =>
        dataOf(
          api.GET('/motorcycles/{id}/availability', {
            params: { path: { id }, query: { startDate, endDate } },
            signal,
          }),
        ),
    }),
  features: () =>
    queryOptions({
      queryKey: ['motorcycle-features'],
      staleTime: 30 * 60_000,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/motorcycle-features', { params: { query: { limit: 100 } }, signal })))
          .motorcycleFeatures,
    }),
};
