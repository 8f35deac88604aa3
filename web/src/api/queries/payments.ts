import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { attempt } from '../attempt';
import { api, dataOf } from '../client';
import type { NewPayment } from '../types';

export const paymentQueries = {
  all: ['payments'] as const,
  /** The latest payment of a booking, or null when it has none. */
  ofBooking: (bookingId: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'booking', bookingId],
      queryFn: async ({ signal }) => {
        const { payments } = await dataOf(
          api.GET('/payments', { params: { query: { bookingId, limit: 1 } }, signal }),
        );
        return payments[0] ?? null;
      },
    }),
  /** The gateways that a booking may be paid through, the default first, with what each really charges. */
  gateways: (bookingId: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'gateways', bookingId],
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/payments/gateways', { params: { query: { bookingId } }, signal }))).gateways,
    }),
  /** What went back of a payment, and what is about to. */
  refunds: (id: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'refunds', id],
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/payments/{id}/refunds', { params: { path: { id } }, signal }))).refunds,
    }),
  /** Asks the gateway itself about a payment, and answers as it stands then. Safe to repeat. */
  check: (id: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'check', id],
      queryFn: async ({ signal }) =>
        (await dataOf(api.POST('/payments/{id}/check', { params: { path: { id } }, signal }))).payment,
      gcTime: 0,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'detail', id],
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/payments/{id}', { params: { path: { id } }, signal }))).payment,
    }),
};

export const paymentMutations = {
  /** `after` is the payment that the booking has: once that has failed, the next press is another attempt. */
  create: () =>
    mutationOptions({
      mutationFn: ({ payment, after }: { payment: NewPayment; after: string | undefined }) =>
        attempt(`payment:${payment.bookingId}`, [payment, after], (key) =>
          dataOf(
            api.POST('/payments', {
              body: payment,
              params: { header: { 'Idempotency-Key': key } },
            }),
          ),
        ),
      onSettled: (_data, _error, { payment }, _before, { client }) => {
        void client.invalidateQueries({ queryKey: paymentQueries.all });
        void client.invalidateQueries({ queryKey: ['bookings', 'detail', payment.bookingId] });
      },
    }),
};
