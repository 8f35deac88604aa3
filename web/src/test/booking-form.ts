import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { expect, vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { useNotices } from '@/components/notify';
import { dayFromToday } from '@/i18n/wall-clock';
import { useAuth } from '@/stores/auth';
import {
  helmet,
  insurance,
  makeBooking,
  makeMotorcycle,
  makePayment,
  makeQuote,
  motorcycleId,
  parkingPointId,
} from './ride';
import { server } from './server';
import { accessToken, makeUser } from './session';

export const person = makeUser({ phoneNumber: '+212612345678' });
export const session = { user: person, accessToken: accessToken(600), refreshToken: 'r1' };
export const start = dayFromToday(10);
export const end = dayFromToday(13);
/** The booking form of a motorcycle, its days and its own parking point. */
export const address = `/booking?motorcycleId=${motorcycleId}&startDate=${start}&endDate=${end}&location=${parkingPointId}`;
const paid = makeBooking({ paymentId: 'p', payment: makePayment() });

interface Sent {
  readonly key: string | null;
  readonly body: Record<string, unknown>;
}

/** Answers bookings one after the other, the last one for ever; returns what was sent. */
export function bookingsAnswer(...answers: Array<{ status: number; body: JsonBodyType }>): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post('*/bookings', async ({ request }) => {
      sent.push({
        key: request.headers.get('Idempotency-Key'),
        body: (await request.json()) as Record<string, unknown>,
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return HttpResponse.json(answer?.body, { status: answer?.status ?? 500 });
    }),
  );
  return sent;
}

/** A booking with its payment, ready for the gateway. */
export const created = {
  status: 201,
  body: { data: { booking: paid, paymentUrl: 'https://pay.example/page' } } as unknown as JsonBodyType,
};

/** Everything that the booking form asks for; signed out, on a wide screen, and the gateway never reached. */
export function playBookingForm(): void {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signOut();
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: person } })),
    http.get('*/motorcycles/:id', ({ params }) =>
      HttpResponse.json({ data: { motorcycle: makeMotorcycle({ id: String(params.id) }) } }),
    ),
    http.get('*/motorcycles/search', () => HttpResponse.json({ data: { motorcycles: [] } })),
    http.get('*/supplements', () =>
      HttpResponse.json({ data: { supplements: [helmet, insurance], pagination: {} } }),
    ),
    http.post('*/bookings/quote', async ({ request }) =>
      HttpResponse.json({ data: { quote: makeQuote((await request.json()) as QuoteRequest) } }),
    ),
  );
}

/** Waits for the price, without which nothing can be booked. */
export async function ready() {
  const button = await screen.findByRole('button', { name: 'Proceed to payment' });
  await waitFor(() => expect(button).toBeEnabled());
}
