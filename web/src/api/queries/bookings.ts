import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { currentLanguage } from '@/i18n';
import { api, dataOf, done, fileOf } from '../client';
import type { BookingsQuery, NewBooking } from '../types';
import { motorcycleQueries } from './motorcycles';
import { paymentQueries } from './payments';

export const bookingQueries = {
  all: ['bookings'] as const,
  list: (query: BookingsQuery = {}) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'list', query],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) => dataOf(api.GET('/bookings', { params: { query }, signal })),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'detail', id],
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/bookings/{id}', { params: { path: { id } }, signal }))).booking,
    }),
  /** Null: there is no lock. It is not kept once nobody looks: each look is recorded, and the code changes. */
  lockCode: (id: string) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'lock-code', id],
      gcTime: 0,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/bookings/{id}/lock-code', { params: { path: { id } }, signal }))).lockCode,
    }),
};

export type Paper = 'contract' | 'receipt';

/** A paper of a booking as a file, in the reader's language. */
export function bookingPaper(id: string, paper: Paper): Promise<Blob> {
  const options = { params: { path: { id }, query: { lang: currentLanguage() } }, parseAs: 'blob' } as const;
  return paper === 'contract'
    ? fileOf(api.GET('/bookings/{id}/contract', options))
    : fileOf(api.GET('/bookings/{id}/receipt', options));
}

/** Callers add their own `onSuccess` to `mutate(variables, {...})`; the caches below are refreshed either way. */
export const bookingMutations = {
  /** `key` names the attempt: the same key never makes a second booking (D25). */
  create: () =>
    mutationOptions({
      mutationFn: ({ booking, key }: { booking: NewBooking; key: string }) =>
        dataOf(
          api.POST('/bookings', {
            body: booking,
            params: { header: { 'Idempotency-Key': key } },
          }),
        ),
      onSuccess: ({ booking }, _variables, _before, { client }) => {
        client.setQueryData(bookingQueries.detail(booking.id).queryKey, booking);
        void client.invalidateQueries({ queryKey: [...bookingQueries.all, 'list'] });
        void client.invalidateQueries({ queryKey: motorcycleQueries.all });
      },
    }),
  cancel: () =>
    mutationOptions({
      mutationFn: (id: string) => done(api.DELETE('/bookings/{id}', { params: { path: { id } } })),
      onSettled: (_data, _error, _id, _before, { client }) => {
        void client.invalidateQueries({ queryKey: bookingQueries.all });
        void client.invalidateQueries({ queryKey: paymentQueries.all });
      },
    }),
};
