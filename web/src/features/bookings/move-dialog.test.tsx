import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Booking, MoveQuote, Period } from '@/api/types';
import { useNotices } from '@/components/notify';
import { dayFromToday, toInstant } from '@/i18n/wall-clock';
import { useAuth } from '@/stores/auth';
import { bookingId, inMinutes, makeBooking, makePayment } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

function at(days: number): string {
  return toInstant({ date: dayFromToday(days), time: '10:00' }) ?? '';
}

const paid = makeBooking({
  bookingStatus: 'CONFIRMED',
  holdExpiresAt: null,
  startDatetime: at(10),
  endDatetime: at(13),
  payment: makePayment({ status: 'COMPLETED' }),
});

/** An offer for a period at no other price. */
function offerFor(period: Period, changes: Partial<MoveQuote> = {}): MoveQuote {
  return {
    ...period,
    motorcycleId: paid.motorcycleId,
    days: 3,
    baseRentalPrice: 1950,
    supplementsTotalPrice: 0,
    totalAmount: 1950,
    currency: 'MAD',
    difference: 0,
    amountDue: 0,
    refundAmount: 0,
    allowed: true,
    available: true,
    nextFree: null,
    ...changes,
  };
}

interface Move {
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

/** The page of a booking whose moves are offered and answered like this; the answers are given one after the other. */
function show(
  booking: Booking,
  offer: (period: Period) => Partial<MoveQuote>,
  ...answers: Array<{ status: number; body: JsonBodyType }>
) {
  useAuth.getState().signIn({ user: makeUser(), accessToken: accessToken(600), refreshToken: 'r1' });
  const moves: Move[] = [];
  const asked: Period[] = [];
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: makeUser() } })),
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking } })),
    http.get('*/bookings/:id/lock-code', () => HttpResponse.json({ data: { lockCode: null } })),
    http.post('*/bookings/:id/move-quote', async ({ request }) => {
      const period = (await request.json()) as Period;
      asked.push(period);
      return HttpResponse.json({ data: { moveQuote: offerFor(period, offer(period)) } });
    }),
    http.post('*/bookings/:id/move', async ({ request }) => {
      moves.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('Idempotency-Key'),
      });
      const { status, body } = answers[moves.length - 1] ?? { status: 500, body: {} };
      return HttpResponse.json(body, { status });
    }),
  );
  return { ...renderSite(`/booking/${bookingId}`), moves, asked };
}

const moved = (booking: Booking) => ({
  status: 200,
  body: { data: { booking, paymentUrl: null } } as unknown as JsonBodyType,
});

async function open(name = 'Change the dates') {
  fireEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'When do you want it?' });
}

function choose(dialog: HTMLElement, start: number | undefined, end: number) {
  const [first, last] = within(dialog).getAllByLabelText('Day');
  if (!first || !last) throw new Error('an input is missing');
  if (start !== undefined) fireEvent.change(first, { target: { value: dayFromToday(start) } });
  fireEvent.change(last, { target: { value: dayFromToday(end) } });
}

describe('changing the dates of a booking', () => {
  it('shows what changes before anything is done, then moves it once at that price', async () => {
    const { user, moves, asked } = show(
      paid,
      () => ({ totalAmount: 1300, difference: -650, refundAmount: 325 }),
      moved(paid),
    );
    const dialog = await open();
    expect(within(dialog).getByText(/Choose other days/)).toBeInTheDocument();
    const change = within(dialog).getByRole('button', { name: 'Change' });
    expect(change).toBeDisabled();
    expect(asked).toHaveLength(0);

    choose(dialog, 20, 22);
    expect(await within(dialog).findByText(/^325\.00/)).toBeInTheDocument();
    expect(within(dialog).getByText(/^1,300\.00/)).toBeInTheDocument();
    expect(within(dialog).getByText('Cheaper by').parentElement).toHaveTextContent(/650\.00/);
    expect(within(dialog).getByText(/not all of the difference comes back/)).toBeInTheDocument();
    expect(moves).toHaveLength(0);

    await waitFor(() => expect(change).toBeEnabled());
    await user.dblClick(change);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(moves).toHaveLength(1);
    expect(moves[0]?.body).toEqual({
      startDatetime: at(20),
      endDatetime: at(22),
      totalAmount: 1300,
      updatedAt: paid.updatedAt,
    });
    expect(moves[0]?.key).toMatch(/^[\da-f]{32}$/);
    expect(useNotices.getState().list.at(-1)?.title).toBe('Your dates are changed');
  });

  it('says what is left to pay of an unpaid booking', async () => {
    const unpaid = makeBooking({ startDatetime: at(10), endDatetime: at(13) });
    show(unpaid, () => ({ totalAmount: 2600, difference: 650, amountDue: 2600 }));
    const dialog = await open();
    choose(dialog, 10, 14);
    const due = await within(dialog).findByText('Left to pay');
    expect(due.parentElement).toHaveTextContent(/2,600\.00/);
    expect(within(dialog).queryByText(/not all of the difference/)).toBeNull();
  });

  it('does not make a paid booking dearer, and says by how much it would be', async () => {
    show(paid, () => ({ totalAmount: 2600, difference: 650, allowed: false }));
    const dialog = await open();
    choose(dialog, 10, 14);
    expect(await within(dialog).findByText(/costs 650\.00.MAD more than you paid/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Change' })).toBeDisabled();
  });

  it('offers the next free time when the motorcycle is taken', async () => {
    const nextFree = { startDatetime: at(30), endDatetime: at(33) };
    show(paid, ({ startDatetime }) =>
      startDatetime === nextFree.startDatetime ? {} : { available: false, allowed: false, nextFree },
    );
    const dialog = await open();
    choose(dialog, 20, 23);
    await within(dialog).findByText('Taken at that time');
    fireEvent.click(within(dialog).getByRole('button', { name: /^Take / }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Change' })).toBeEnabled());
    expect(within(dialog).getAllByLabelText('Day')[0]).toHaveValue(dayFromToday(30));
  });

  it('shows a price that changed meanwhile once more, and moves only when asked again', async () => {
    let total = 1300;
    const { user, moves } = show(
      paid,
      () => ({ totalAmount: total, difference: total - 1950, refundAmount: 1950 - total }),
      { status: 409, body: { code: 'PRICE_CHANGED', message: 'Changed' } },
      moved(paid),
    );
    const dialog = await open();
    choose(dialog, 20, 22);
    await within(dialog).findByText(/^1,300\.00/);
    const change = within(dialog).getByRole('button', { name: 'Change' });
    await waitFor(() => expect(change).toBeEnabled());
    total = 1400;
    await user.click(change);
    expect(await within(dialog).findByText(/price has changed meanwhile/)).toBeInTheDocument();
    expect(await within(dialog).findByText(/^1,400\.00/)).toBeInTheDocument();
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    await waitFor(() => expect(moves).toHaveLength(2));
    expect(moves[1]?.body).toMatchObject({ totalAmount: 1400 });
    expect(moves[1]?.key).not.toBe(moves[0]?.key);
  });

  it('keeps the dialog when no answer came, and asks again under the same key', async () => {
    const { user, moves } = show(
      paid,
      () => ({}),
      { status: 503, body: { code: 'UNAVAILABLE' } },
      moved(paid),
    );
    const dialog = await open();
    choose(dialog, 20, 23);
    const change = within(dialog).getByRole('button', { name: 'Change' });
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    expect(await within(dialog).findByRole('alert')).toBeInTheDocument();
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    await waitFor(() => expect(moves).toHaveLength(2));
    expect(moves[1]?.key).toBe(moves[0]?.key);
  });

  it('points at days that are none, and asks for no price of them', async () => {
    const { asked } = show(paid, () => ({}));
    const dialog = await open();
    choose(dialog, 20, 19);
    expect(await within(dialog).findByText('The return must come after the pick-up')).toBeInTheDocument();
    expect(asked.map(({ endDatetime }) => endDatetime)).not.toContain(at(19));
    expect(within(dialog).getByRole('button', { name: 'Change' })).toBeDisabled();
  });

  it('of a ride that has begun changes its end only', async () => {
    const riding = {
      ...paid,
      bookingStatus: 'ACTIVE' as const,
      startDatetime: inMinutes(-90),
      endDatetime: at(2),
    };
    const { asked } = show(riding, () => ({ totalAmount: 2600, difference: 650, allowed: false }));
    const dialog = await open('Bring it back later');
    const [first] = within(dialog).getAllByLabelText('Day');
    expect(first).toBeDisabled();
    choose(dialog, undefined, 3);
    expect(await within(dialog).findByText(/Ask the franchise/)).toBeInTheDocument();
    expect(asked.at(-1)?.startDatetime).toBe(riding.startDatetime);
  });

  it.each([
    ['a ride that should have begun', { startDatetime: inMinutes(-5) }],
    ['a cancelled one', { bookingStatus: 'CANCELLED_BY_USER' as const, payment: null }],
    ['one whose hold is over', { bookingStatus: 'PENDING_PAYMENT' as const, holdExpiresAt: inMinutes(-1) }],
  ])('is not offered for %s', async (_which, changes) => {
    show({ ...paid, ...changes }, () => ({}));
    await screen.findByRole('button', { name: 'Print' });
    expect(screen.queryByRole('button', { name: 'Change the dates' })).toBeNull();
  });
});
