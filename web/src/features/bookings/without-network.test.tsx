import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LockCode } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { keptBooking, keptLockCode, noteBooking, noteLockCode } from '@/stores/next-booking';
import { bookingId, inMinutes, makeBooking, makePayment } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const ride = makeBooking({
  bookingStatus: 'CONFIRMED',
  holdExpiresAt: null,
  payment: makePayment({ status: 'COMPLETED' }),
});
const code: LockCode = {
  availableFrom: inMinutes(-5),
  availableUntil: inMinutes(3_000),
  code: '04821',
  codeValidUntil: inMinutes(240),
  accessProfile: null,
};

beforeEach(() => {
  // The token ran out while there was no network, as it does after minutes.
  useAuth.getState().signIn({ user: makeUser(), accessToken: accessToken(-60), refreshToken: 'r1' });
  server.use(http.all('*/*', () => HttpResponse.error()));
});

describe('the next ride without a network', () => {
  beforeEach(() => {
    noteBooking(ride);
    noteLockCode(bookingId, code);
  });

  it('is shown with the code of its lock, and from when it is, to who is still signed in', async () => {
    renderSite(`/booking/${bookingId}`);
    const lock = await screen.findByRole('region', { name: 'Lock code' });
    expect(within(lock).getByText('04821')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(ride.reference);
    expect(await screen.findByText(/^As it was on/)).toBeInTheDocument();
    expect(within(lock).getByText('04821')).toBeInTheDocument();
    expect(useAuth.getState().authenticated).toBe(true);
  });

  it('stands among my bookings, above what could not be loaded', async () => {
    renderSite('/my-bookings');
    const pass = await screen.findByRole('region', { name: 'Your next ride' });
    expect(within(pass).getByText(ride.reference)).toBeInTheDocument();
    expect(within(pass).getByText(/^As it was on/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('shows no code that another one has taken the place of', async () => {
    noteLockCode(bookingId, { ...code, codeValidUntil: inMinutes(-1) });
    renderSite(`/booking/${bookingId}`);
    const lock = await screen.findByRole('region', { name: 'Lock code' });
    expect(await within(lock).findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(within(lock).queryByText('04821')).toBeNull();
  });

  it('is gone from the device when its person signs out', async () => {
    renderSite(`/booking/${bookingId}`);
    await screen.findByRole('region', { name: 'Lock code' });
    useAuth.getState().signOut();
    expect(localStorage.getItem('next-booking')).toBeNull();
    await waitFor(() => expect(screen.queryByText('04821')).toBeNull());
  });

  it('is not what another booking is', async () => {
    renderSite('/booking/019a0000-0000-7000-8000-0000000000c9');
    expect(await screen.findByText(/^We cannot reach Rihla/)).toBeInTheDocument();
    expect(screen.queryByText(ride.reference)).toBeNull();
  });
});

describe('what the server says of the next ride', () => {
  const answers = (status: number, body: object) =>
    server.use(
      http.post('*/auth/refresh-token', () =>
        HttpResponse.json({ data: { user: makeUser(), accessToken: accessToken(600), refreshToken: 'r2' } }),
      ),
      http.get('*/auth/me', () => HttpResponse.json({ data: { user: makeUser() } })),
      http.get('*/bookings/:id', () => HttpResponse.json(body, { status })),
      http.get('*/bookings/:id/lock-code', () => HttpResponse.json({ data: { lockCode: code } })),
    );

  it('is kept once it was shown, the code too', async () => {
    answers(200, { data: { booking: ride } });
    renderSite(`/booking/${bookingId}`);
    await screen.findByText('04821');
    expect(keptBooking()?.booking.reference).toBe(ride.reference);
    expect(keptLockCode(bookingId)?.code.code).toBe('04821');
    expect(screen.queryByText(/^As it was on/)).toBeNull();
  });

  it('takes the place of what was kept', async () => {
    noteBooking(ride);
    answers(200, { data: { booking: { ...ride, bookingStatus: 'CANCELLED_BY_ADMIN', payment: null } } });
    renderSite(`/booking/${bookingId}`);
    expect(await screen.findByText('Cancelled by Rihla')).toBeInTheDocument();
    expect(keptBooking()).toBeUndefined();
  });

  it('is believed when there is no such booking any more', async () => {
    noteBooking(ride);
    answers(404, { code: 'BOOKING_NOT_FOUND', message: 'x' });
    renderSite(`/booking/${bookingId}`);
    expect(await screen.findByRole('heading', { name: 'We cannot find this booking' })).toBeInTheDocument();
    expect(screen.queryByText(ride.reference)).toBeNull();
    expect(keptBooking()).toBeUndefined();
  });
});
