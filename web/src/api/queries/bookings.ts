import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, done } from '../client';
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
