import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking, LockCode, User } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { setTexts } from '@/test/i18n';
import { bookingId, inMinutes, makeBooking } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const confirmed = makeBooking({ bookingStatus: 'CONFIRMED', holdExpiresAt: null });
const closed: LockCode = {
  availableFrom: inMinutes(60),
  availableUntil: inMinutes(3_000),
  code: null,
  codeValidUntil: null,
  accessProfile: null,
};

let looks = 0;

function show(lockCode: LockCode | null, booking: Booking = confirmed, user: User = makeUser()) {
  looks = 0;
  useAuth.getState().signIn({ user, accessToken: accessToken(600), refreshToken: 'r1' });
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user } })),
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking } })),
    http.get('*/bookings/:id/lock-code', () => {
      looks += 1;
      return HttpResponse.json({ data: { lockCode } });
    }),
  );
  return renderSite(`/booking/${bookingId}`);
}

const card = () => screen.findByRole('region', { name: 'Lock code' });
const page = () => screen.findByRole('heading', { level: 1, name: /^Booking/ });

beforeEach(() => localStorage.clear());

describe('the lock of a booked motorcycle', () => {
  it('says when its code appears', async () => {
    show(closed);
    expect(
      await within(await card()).findByText('Your code appears here 15 minutes before pick-up.'),
    ).toBeInTheDocument();
  });

  it('shows the code, and when another takes its place', async () => {
    show({ ...closed, availableFrom: inMinutes(-5), code: '04821', codeValidUntil: inMinutes(90) });
    const lock = await card();
    expect(within(lock).getByText('04821')).toHaveAttribute('dir', 'ltr');
    expect(within(lock).getByText(/another code takes its place/)).toBeInTheDocument();
  });

  it('keeps quiet about the next code when the rental ends before it', async () => {
    show({ ...closed, availableFrom: inMinutes(-5), code: '04821', codeValidUntil: inMinutes(4_000) });
    const lock = await card();
    expect(within(lock).queryByText(/another code/)).toBeNull();
  });

  it('asks for patience while there is none', async () => {
    show({ ...closed, availableFrom: inMinutes(-5) });
    expect(within(await card()).getByText(/call the franchise/)).toBeInTheDocument();
  });

  it.each([
    ['there is none', null],
    ['the rental is over', { ...closed, availableFrom: inMinutes(-60), availableUntil: inMinutes(-1) }],
  ])('is silent when %s', async (_when, lockCode) => {
    show(lockCode);
    await page();
    await waitFor(() => expect(looks).toBe(1));
    expect(screen.queryByRole('region', { name: 'Lock code' })).toBeNull();
  });

  it.each([
    ['an unpaid booking', makeBooking(), makeUser()],
    ['a cancelled one', makeBooking({ bookingStatus: 'CANCELLED_BY_USER', holdExpiresAt: null }), makeUser()],
    ['staff', confirmed, makeUser({ role: 'ADMIN' })],
  ])('is not asked for by %s', async (_whom, booking, user) => {
    show(closed, booking, user);
    await page();
    // Everything that the page asks for at first has been answered once a later question is.
    await fetch('/bookings/another/lock-code');
    expect(looks).toBe(1);
  });

  it('can be asked for again when it does not load', async () => {
    const { user } = show(closed);
    server.use(
      http.get('*/bookings/:id/lock-code', () =>
        HttpResponse.json({ code: 'FORBIDDEN', message: 'Not now' }, { status: 403 }),
      ),
    );
    const lock = await card();
    server.use(http.get('*/bookings/:id/lock-code', () => HttpResponse.json({ data: { lockCode: closed } })));
    await user.click(await within(lock).findByRole('button', { name: 'Try again' }));
    expect(await within(lock).findByText(/15 minutes before pick-up/)).toBeInTheDocument();
  });

  it.each([
    ['fr', 'Code de l’antivol', /15 minutes avant le retrait/],
    ['ar', 'رمز القفل', /قبل الاستلام بـ 15 دقيقة/],
  ] as const)('speaks %s', async (language, title, text) => {
    await setTexts(language);
    show(closed);
    const lock = await screen.findByRole('region', { name: title });
    expect(within(lock).getByText(text)).toBeInTheDocument();
  });
});
