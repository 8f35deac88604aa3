import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client';
import type { QuoteRequest } from '../types';

export const quoteQueries = {
  /** The server's price for exactly this choice; the price before stays while a new one loads. */
  quote: (request: QuoteRequest) =>
    queryOptions({
      queryKey: ['quotes', request],
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) =>
        (await dataOf(api.POST('/bookings/quote', { body: request, signal }))).quote,
    }),
};
