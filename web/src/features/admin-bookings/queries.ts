import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { attempt } from '@/api/attempt';
import { api, dataOf, done } from '@/api/client';
import { bookingQueries } from '@/api/queries/bookings';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { paymentQueries } from '@/api/queries/payments';
import type { Booking, BookingChanges, CounterPayment, HandoverBody, Media, NewBooking } from '@/api/types';
import { type UploadOptions, upload } from '@/api/upload';

/** What is known of a booking beside itself. All of it is asked for again whenever the booking changes. */
export const staffBookingQueries = {
  /** Asked for anew with each version of the booking, and now and then: letters follow on their own. */
  timeline: ({ id, updatedAt }: Booking) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'admin', 'timeline', id, updatedAt],
      placeholderData: keepPreviousData,
      refetchInterval: 30_000,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/bookings/{id}/timeline', { params: { path: { id } }, signal }))).timeline,
    }),
  handovers: (id: string) =>
    queryOptions({
      queryKey: [...bookingQueries.all, 'admin', 'handovers', id],
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/bookings/{id}/handovers', { params: { path: { id } }, signal }))).handovers,
    }),
  /** Every payment that was opened for a booking, the latest first. */
  payments: (bookingId: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all, 'admin', 'booking', bookingId],
      queryFn: async ({ signal }) =>
        (
          await dataOf(
            api.GET('/payments/admin', {
              params: { query: { bookingId, sort: '-createdAt', limit: 100 } },
              signal,
            }),
          )
        ).payments,
    }),
};

/** Whatever came of it: what is shown may be out of date now. */
function refresh(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [bookingQueries.all, paymentQueries.all, motorcycleQueries.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

const refreshed = {
  onSettled: (
    _data: unknown,
    _error: Error | null,
    _variables: unknown,
    _before: unknown,
    { client }: { client: QueryClient },
  ) => refresh(client),
};

export const staffBookingMutations = {
  /** Books for a customer at the counter. */
  book: () =>
    mutationOptions({
      mutationFn: (body: NewBooking) =>
        attempt('counter', body, (key) =>
          dataOf(api.POST('/bookings', { params: { header: { 'Idempotency-Key': key } }, body })),
        ),
      ...refreshed,
    }),
  /** Records that money was taken over the counter. */
  takePayment: (id: string) =>
    mutationOptions({
      mutationFn: (body: CounterPayment) =>
        attempt('counter-payment', [id, body], (key) =>
          dataOf(
            api.POST('/bookings/{id}/counter-payment', {
              params: { path: { id }, header: { 'Idempotency-Key': key } },
              body,
            }),
          ),
        ),
      ...refreshed,
    }),
  /** Records that a refund of such money was handed out. */
  payOut: (paymentId: string) =>
    mutationOptions({
      mutationFn: (refundId: string) =>
        dataOf(
          api.POST('/payments/{id}/refunds/{refundId}/paid-out', {
            params: { path: { id: paymentId, refundId } },
          }),
        ),
      ...refreshed,
    }),
  change: (id: string) =>
    mutationOptions({
      mutationFn: (body: BookingChanges) =>
        dataOf(api.PUT('/bookings/{id}', { params: { path: { id } }, body })),
      ...refreshed,
    }),
  /** With what was shown to go back; another amount by now is REFUND_CHANGED. */
  cancel: (id: string) =>
    mutationOptions({
      mutationFn: (refundAmount: number) =>
        done(api.DELETE('/bookings/{id}', { params: { path: { id }, query: { refundAmount } } })),
      ...refreshed,
    }),
  changeHands: (id: string, kind: 'HAND_OVER' | 'RETURN') =>
    mutationOptions({
      mutationFn: (body: HandoverBody) => {
        const options = { params: { path: { id } }, body };
        return kind === 'HAND_OVER'
          ? dataOf(api.POST('/bookings/{id}/hand-over', options))
          : dataOf(api.POST('/bookings/{id}/return', options));
      },
      ...refreshed,
    }),
  /** `left` is what could go back before: the same amount later is another refund. */
  refund: (paymentId: string) =>
    mutationOptions({
      mutationFn: ({ left, ...body }: { refundAmount: number; reason: string; left: number }) =>
        attempt('refund', [paymentId, body, left], (key) =>
          dataOf(
            api.POST('/payments/{id}/refund', {
              params: { path: { id: paymentId }, header: { 'Idempotency-Key': key } },
              body,
            }),
          ),
        ),
      ...refreshed,
    }),
};

/** Uploads a picture of a motorcycle that is handed over, which only a link shows afterwards. */
export async function uploadHandoverPicture(
  file: Blob,
  name: string,
  options: UploadOptions,
): Promise<string> {
  const form = new FormData();
  // The server reads what the file is for before the file.
  form.append('purpose', 'HANDOVER_PHOTO');
  form.append('file', file, name);
  return (await upload<{ media: Media }>('/media/upload', form, options)).media.url;
}
