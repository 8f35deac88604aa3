import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client';

export const placeQueries = {
  /** Places whose name begins like the text; the list before stays while a new one loads. */
  suggest: (text: string, limit = 10) =>
    queryOptions({
      queryKey: ['places', 'suggest', text, limit],
      staleTime: 5 * 60_000,
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/places/suggest', { params: { query: { q: text, limit } }, signal }))).places,
    }),
  /** The name of the place at a point, or null where nothing is near. */
  reverse: (latitude: number, longitude: number) =>
    queryOptions({
      queryKey: ['places', 'reverse', latitude, longitude],
      staleTime: 30 * 60_000,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/places/reverse', { params: { query: { latitude, longitude } }, signal })))
          .place,
    }),
};
