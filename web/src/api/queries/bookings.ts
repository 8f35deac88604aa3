import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { currentLanguage } from '@/i18n';
import { dropKeptBooking, keptBooking, keptLockCode, noteBooking, noteLockCode } from '@/stores/next-booking';
import { attempt } from '../attempt';
import { api, dataOf, done, fileOf } from '../client';
import { asProblem } from '../problem';
import type { BookingMove, BookingsQuery, MoveTarget, NewBooking } from '../types';
import { motorcycleQueries } from './motorcycles';
import { paymentQueries } from './payments';

/** What is kept of a booking. */
function keptOf(id: string) {
  const kept = keptBooking();
  return kept?.booking.id === id ? kept : undefined;
}

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
      // The next one is there at once, and without a network.
      initialData: () => keptOf(id)?.booking,
      initialDataUpdatedAt: () => keptOf(id)?.at,
      queryFn: async ({ signal }) => {
        try {
          const { booking } = await dataOf(api.GET('/bookings/{id}', { params: { path: { id } }, signal }));
          noteBooking(booking);
          return booking;
        } catch (cause) {
          if (asProblem(cause).status === 404) dropKeptBooking(id);
          throw cause;
        }
      },
    }),
  /** What taking a booking elsewhere would mean, by the server (D8); never kept, as others book meanwhile. */
  moveQuote: (id: string, to: MoveTarget) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'move-quote', id, to],
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }) =>
        (await dataOf(api.POST('/bookings/{id}/move-quote', { params: { path: { id } }, body: to, signal })))
          .moveQuote,
    }),
  /** What cancelling now gives back; asked for whenever somebody is about to. */
  cancellation: (id: string) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'cancellation', id],
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/bookings/{id}/cancellation', { params: { path: { id } }, signal })))
          .cancellation,
    }),
  /** Null: there is no lock. It is not kept once nobody looks: each look is recorded, and the code changes. */
  lockCode: (id: string) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'lock-code', id],
      gcTime: 0,
      initialData: () => keptLockCode(id)?.code,
      initialDataUpdatedAt: () => keptLockCode(id)?.at,
      queryFn: async ({ signal }) => {
        const { lockCode } = await dataOf(
          api.GET('/bookings/{id}/lock-code', { params: { path: { id } }, signal }),
        );
        noteLockCode(id, lockCode);
        return lockCode;
      },
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
  create: () =>
    mutationOptions({
      mutationFn: (body: NewBooking) =>
        attempt('booking', body, (key) =>
          dataOf(api.POST('/bookings', { params: { header: { 'Idempotency-Key': key } }, body })),
        ),
      onSuccess: ({ booking }, _variables, _before, { client }) => {
        client.setQueryData(bookingQueries.detail(booking.id).queryKey, booking);
        void client.invalidateQueries({ queryKey: [...bookingQueries.all, 'list'] });
        void client.invalidateQueries({ queryKey: motorcycleQueries.all });
      },
    }),
  move: () =>
    mutationOptions({
      mutationFn: ({ id, to }: { id: string; to: BookingMove }) =>
        attempt('move', [id, to], (key) =>
          dataOf(
            api.POST('/bookings/{id}/move', {
              params: { path: { id }, header: { 'Idempotency-Key': key } },
              body: to,
            }),
          ),
        ),
      // Awaited: a next move begins with the booking as it is then.
      onSettled: (_data, _error, _variables, _before, { client }) =>
        Promise.all(
          [bookingQueries.all, paymentQueries.all, motorcycleQueries.all].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        ),
    }),
  /** `refundAmount` is what was shown to go back: another one by now is refused as REFUND_CHANGED. */
  cancel: () =>
    mutationOptions({
      mutationFn: ({ id, refundAmount }: { id: string; refundAmount: number }) =>
        done(api.DELETE('/bookings/{id}', { params: { path: { id }, query: { refundAmount } } })),
      onSettled: (_data, _error, _variables, _before, { client }) => {
        void client.invalidateQueries({ queryKey: bookingQueries.all });
        void client.invalidateQueries({ queryKey: paymentQueries.all });
      },
    }),
};
