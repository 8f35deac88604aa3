import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booking, Gateway } from '@/api/types';
import { useNotices } from '@/components/notify';
import { useAuth } from '@/stores/auth';
import { bookingId, inMinutes, makeBooking, makePayment } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';
import { pace } from './use-followed-booking';

const person = makeUser();
const address = `/booking/payment/${bookingId}`;

/** The server's bookings one after the other, the last one for ever; returns how often it was asked. */
function bookingAnswers(...answers: Array<Partial<Booking>>): () => number {
  let asked = 0;
  server.use(
    http.get('*/bookings/:id', () => {
      asked++;
      return HttpResponse.json({
        data: { booking: makeBooking(answers[Math.min(asked, answers.length) - 1]) },
      });
    }),
  );
  return () => asked;
}

/** The gateways that are configured, the default first. */
const offered = (...names: Gateway['name'][]) =>
  http.get('*/payments/gateways', () =>
    HttpResponse.json({
      data: {
        gateways: names.map((name, i) => ({
          name,
          isDefault: i === 0,
          ...(name === 'PAYPAL'
            ? { currency: 'EUR', amount: 181.4, rate: 10.7495 }
            : { currency: 'MAD', amount: 1950, rate: null }),
        })),
      },
    }),
  );

const paid = { paymentId: makePayment().id };
const processing = { ...paid, payment: makePayment() };
const failed = {
  ...paid,
  payment: makePayment({
    status: 'FAILED',
    failureReason: 'Insufficient funds',
    gatewayTransactionId: 'PZ-1',
    processedAt: '2026-11-01T10:05:00Z',
  }),
};
const confirmed = {
  bookingStatus: 'CONFIRMED' as const,
  holdExpiresAt: null,
  ...paid,
  payment: makePayment({ status: 'COMPLETED', gatewayTransactionId: 'PZ-2' }),
};

beforeEach(() => {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signIn({ user: person, accessToken: accessToken(600), refreshToken: 'r1' });
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: person } })),
    http.get('*/bookings', () => HttpResponse.json({ data: { bookings: [], pagination: {} } })),
    offered('PAYZONE'),
    http.post('*/payments/:id/check', () => HttpResponse.json({ data: { payment: makePayment() } })),
  );
});

const payButton = () => screen.findByRole('button', { name: /^Pay 1,950\.00/ });

describe('the payment page', () => {
  it('asks people to sign in first', async () => {
    useAuth.getState().signOut();
    const { router } = renderSite(address);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(router.state.location.search).toEqual({ redirect: address });
  });

  it('shows what is paid for, how, and how long the motorcycle is kept', async () => {
    bookingAnswers({});
    renderSite(address);
    await payButton();
    const summary = screen.getByRole('complementary', { name: 'What you pay for' });
    expect(within(summary).getByText('RH-7K3M9QX')).toBeInTheDocument();
    expect(within(summary).getByText(bookingId)).toBeInTheDocument();
    expect(within(summary).getByText('Waiting for payment')).toBeInTheDocument();
    const card = screen.getByRole('region', { name: 'Pay for your ride' });
    expect(within(card).getByText('MAD')).toBeInTheDocument();
    expect(within(card).getByText('Payzone')).toBeInTheDocument();
    expect(within(card).getByText('Recommended')).toBeInTheDocument();
    expect(within(card).getByRole('timer')).toHaveTextContent(/Pay to keep it:14:\d\dleft/);
    expect(screen.getByRole('link', { name: 'Back to the booking' })).toHaveAttribute(
      'href',
      `/booking/${bookingId}`,
    );
  });

  it('opens one payment however often the button is pressed, and posts its form', async () => {
    bookingAnswers({});
    const sent: unknown[] = [];
    server.use(
      http.post('*/payments', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(
          { data: { payment: makePayment(), gatewayPaymentUrl: 'https://pay.example/page' } },
          { status: 201 },
        );
      }),
    );
    const { user } = renderSite(address);
    await user.dblClick(await payButton());
    const heading = await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    const form = heading.parentElement?.querySelector('form');
    expect(form?.action).toBe('https://pay.example/page');
    expect([...new FormData(form ?? undefined)]).toEqual([
      ['payload', '{"amount":1950}'],
      ['signature', 'abc123'],
    ]);
    expect(sent).toEqual([{ bookingId, amount: 1950, currency: 'MAD', gateway: 'PAYZONE' }]);
    expect(useNotices.getState().list[0]?.title).toBe('Taking you to the payment page');
  });

  it.each([
    [
      'a refusal',
      { status: 502, body: { code: 'PAYMENT_URL_FAILED', message: 'x' } },
      'The payment could not be started',
    ],
    [
      'an answer without an address',
      {
        status: 201,
        body: { data: { payment: makePayment({ gatewayPaymentUrl: null }), gatewayPaymentUrl: null } },
      },
      'There is no payment page',
    ],
  ])('says %s, and lets try again', async (_name, { status, body }, title) => {
    bookingAnswers({});
    server.use(http.post('*/payments', () => HttpResponse.json(body, { status })));
    const { user } = renderSite(address);
    await user.click(await payButton());
    await waitFor(() => expect(useNotices.getState().list[0]).toMatchObject({ tone: 'danger', title }));
    expect(await screen.findByRole('alert')).toHaveFocus();
    expect(await payButton()).toBeEnabled();
  });

  it('shows a payment under way in blue, with the way on in a new tab', async () => {
    bookingAnswers(processing);
    renderSite(address);
    const card = await screen.findByRole('status', { name: 'Your payment is under way' });
    const form = within(card).getByRole('button', { name: 'Continue to payment' }).closest('form');
    expect(form?.target).toBe('_blank');
    expect([...new FormData(form ?? undefined)]).toEqual([
      ['payload', '{"amount":1950}'],
      ['signature', 'abc123'],
    ]);
    const status = screen.getByRole('region', { name: 'Payment' });
    expect(within(status).getByText('In progress')).toBeInTheDocument();
    expect(within(status).getByRole('button', { name: 'View payment' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay 1,950/ })).toBeNull();
  });

  it('lets choose between gateways', async () => {
    bookingAnswers({});
    const sent: unknown[] = [];
    server.use(
      offered('PAYZONE', 'STRIPE'),
      http.post('*/payments', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ code: 'PAYMENT_URL_FAILED', message: 'x' }, { status: 502 });
      }),
    );
    const { user } = renderSite(address);
    const choice = await screen.findByRole('group', { name: 'Pay through' });
    const payzone = within(choice).getByRole('radio', { name: 'Payzone' });
    const stripe = within(choice).getByRole('radio', { name: 'Stripe' });
    expect(payzone).toBeChecked();
    expect(stripe).toHaveAccessibleDescription(/1,950\.00/);
    payzone.focus();
    await user.keyboard('{ArrowDown}');
    expect(stripe).toBeChecked();
    expect(screen.getByText(/on Stripe’s secure page/)).toBeInTheDocument();
    await user.click(await payButton());
    await screen.findByRole('alert');
    expect(sent).toEqual([{ bookingId, amount: 1950, currency: 'MAD', gateway: 'STRIPE' }]);
  });

  it('shows what is charged instead of dirhams, and by which rate', async () => {
    bookingAnswers({});
    server.use(offered('PAYZONE', 'PAYPAL'));
    const { user } = renderSite(address);
    const paypal = await screen.findByRole('radio', { name: 'PayPal' });
    expect(paypal).toHaveAccessibleDescription(/181\.40.EUR/);
    expect(screen.queryByText(/cannot charge dirhams/)).toBeNull();
    await user.click(paypal);
    const note = screen.getByText(/PayPal cannot charge dirhams/);
    expect(note).toHaveTextContent(/charges 181\.40.EUR for 1,950\.00.MAD/);
    expect(note).toHaveTextContent(/1.EUR = 10\.7495.MAD/);
    expect(note.parentElement).toHaveAttribute('aria-live', 'polite');
    await user.click(screen.getByRole('radio', { name: 'Payzone' }));
    expect(screen.queryByText(/cannot charge dirhams/)).toBeNull();
  });

  it('keeps showing what was charged of a payment', async () => {
    bookingAnswers({
      ...confirmed,
      payment: makePayment({
        status: 'COMPLETED',
        gateway: 'PAYPAL',
        gatewayAmount: 181.4,
        gatewayCurrency: 'EUR',
        rate: 10.75,
        rateAt: '2026-11-01T10:00:00Z',
      }),
    });
    renderSite(address);
    const card = await screen.findByRole('region', { name: 'Payment' });
    expect(within(card).getByText(/1,950\.00/)).toBeInTheDocument();
    expect(within(card).getByText(/181\.40.EUR/)).toBeInTheDocument();
    expect(within(card).getByText(/1.EUR = 10\.75.MAD/)).toBeInTheDocument();
  });

  it('has the gateway asked when the payer is back, and follows at once', async () => {
    const checks: string[] = [];
    let settled = false;
    server.use(
      http.get('*/bookings/:id', () =>
        HttpResponse.json({ data: { booking: makeBooking(settled ? confirmed : processing) } }),
      ),
      http.post('*/payments/:id/check', ({ params }) => {
        checks.push(String(params.id));
        settled = true;
        return HttpResponse.json({ data: { payment: makePayment({ status: 'COMPLETED' }) } });
      }),
    );
    renderSite(`${address}?result=success`);
    expect(await screen.findByRole('status', { name: /^Confirmed/ })).toBeInTheDocument();
    expect(checks).toEqual([makePayment().id]);
  });

  it('asks nothing when there is one gateway', async () => {
    bookingAnswers({});
    renderSite(address);
    await payButton();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('offers the other gateways while a payment is under way', async () => {
    bookingAnswers(processing);
    server.use(offered('PAYZONE', 'STRIPE'));
    const { user } = renderSite(address);
    await user.click(await screen.findByRole('button', { name: 'Pay in another way' }));
    await payButton();
    const card = screen.getByRole('region', { name: 'Pay for your ride' });
    expect(within(card).getByText('Stripe')).toBeInTheDocument();
    expect(within(card).queryByText('Payzone')).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Pay in another way' })).toBeNull();
  });

  it.each(['FAILED', 'CANCELLED'] as const)('lets pay again after a payment that is %s', async (status) => {
    bookingAnswers({ ...failed, payment: { ...failed.payment, status } });
    const { user } = renderSite(address);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await payButton()).toBeInTheDocument();
  });

  it('says why a payment failed', async () => {
    bookingAnswers(failed);
    renderSite(address);
    const card = await screen.findByRole('region', { name: 'Payment' });
    expect(within(card).getByText('Failed')).toBeInTheDocument();
    expect(within(card).getByText('Insufficient funds')).toBeInTheDocument();
    expect(within(card).getByText('PZ-1')).toBeInTheDocument();
    expect(within(card).getByText(/1,950\.00/)).toBeInTheDocument();
    expect(within(card).getByText(/1 Nov 2026/)).toBeInTheDocument();
  });

  it('shows a confirmed booking in green', async () => {
    bookingAnswers(confirmed);
    renderSite(address);
    expect(
      await screen.findByRole('status', { name: 'Confirmed. The motorcycle is yours' }),
    ).toBeInTheDocument();
    expect(screen.getByText('Paid')).toBeInTheDocument();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('tells how a cancelled booking was paid back', async () => {
    bookingAnswers({
      ...confirmed,
      bookingStatus: 'CANCELLED_BY_ADMIN',
      payment: makePayment({ status: 'REFUNDED', refundedAmount: 1950 }),
    });
    renderSite(address);
    const card = await screen.findByRole('status', { name: 'This booking is cancelled' });
    expect(card).toHaveTextContent(/Paid back: 1,950\.00/);
    expect(within(card).getByRole('link', { name: 'Book it again' })).toBeInTheDocument();
  });

  it('tells what of a cancelled booking is on its way back, and of what did not arrive what happens next', async () => {
    bookingAnswers({
      ...confirmed,
      bookingStatus: 'CANCELLED_BY_USER',
      payment: makePayment({ status: 'COMPLETED', refundingAmount: 975, owedAmount: 50 }),
    });
    renderSite(address);
    const card = await screen.findByRole('status', { name: 'This booking is cancelled' });
    await within(card).findByText(/On its way back to you/);
    expect(card).toHaveTextContent(/On its way back to you: 975\.00/);
    expect(screen.getByText(/50\.00.* did not get back to you/)).toBeInTheDocument();
    expect(screen.getByText(/The money is still yours/)).toBeInTheDocument();
    expect(card).not.toHaveTextContent(/Paid back/);
  });

  it('reads the booking again once the money has gone back', async () => {
    const cancelled = { bookingStatus: 'CANCELLED_BY_USER' as const, holdExpiresAt: null, ...paid };
    const payment = makePayment({ status: 'COMPLETED', refundingAmount: 975 });
    const asked = bookingAnswers(
      { ...cancelled, payment, updatedAt: inMinutes(0) },
      {
        ...cancelled,
        payment: makePayment({ status: 'PARTIALLY_REFUNDED', refundedAmount: 975 }),
      },
    );
    renderSite(address);
    expect(await screen.findByText('Partly refunded')).toBeInTheDocument();
    expect(screen.getByRole('status', { name: 'This booking is cancelled' })).toHaveTextContent(
      /Paid back: 975\.00/,
    );
    expect(asked()).toBe(2);
  });

  it('leads home from a booking that is not there', async () => {
    server.use(
      http.get('*/bookings/:id', () =>
        HttpResponse.json({ code: 'BOOKING_NOT_FOUND', message: 'Booking not found' }, { status: 404 }),
      ),
    );
    renderSite(address);
    expect(await screen.findByText('We cannot find this booking')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  });

  it('says when a payment cannot be found, and asks again on demand', async () => {
    const asked = bookingAnswers({ ...paid, payment: null }, confirmed);
    const { user } = renderSite(address);
    expect(await screen.findByText(/We cannot find this payment/)).toBeInTheDocument();
    expect(asked()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'View details' }));
    expect(await screen.findByRole('status', { name: /^Confirmed/ })).toBeInTheDocument();
  });

  it('believes the server, not the address it was sent back to', async () => {
    bookingAnswers(processing);
    renderSite(`${address}?result=success`);
    expect(await screen.findByRole('status', { name: 'Waiting for the bank' })).toBeInTheDocument();
    expect(screen.queryByText(/^Confirmed/)).toBeNull();
  });

  it('waits for no bank after turning back at a page that stays open', async () => {
    bookingAnswers(processing);
    renderSite(`${address}?result=cancel`);
    expect(await screen.findByRole('status', { name: 'Your payment is under way' })).toBeInTheDocument();
  });

  it('asks again by itself until the payment is settled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked = bookingAnswers(processing, processing, confirmed);
    renderSite(`${address}?result=success`);
    await screen.findByRole('status', { name: 'Waiting for the bank' });
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(await screen.findByRole('status', { name: /^Confirmed/ })).toBeInTheDocument();
    const settled = asked();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked()).toBe(settled);
    vi.useRealTimers();
  });

  it('ends paying when the hold does', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    bookingAnswers({ holdExpiresAt: inMinutes(0.5) });
    renderSite(address);
    await payButton();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(await screen.findByRole('status', { name: 'The time to pay is over' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay 1,950/ })).toBeNull();
    vi.useRealTimers();
  });
});

describe('how often the server is asked', () => {
  const open = makeBooking(processing);
  it('every two seconds just after the return, then slower', () => {
    expect(pace(open, { returned: true, waited: 0 })).toBe(2_000);
    expect(pace(open, { returned: true, waited: 61_000 })).toBe(10_000);
    expect(pace(open, { returned: false, waited: 0 })).toBe(10_000);
    expect(pace(open, { returned: true, waited: 601_000 })).toBe(60_000);
  });
  it('never once nothing is left to wait for', () => {
    const settled = { returned: true, waited: 0 };
    expect(pace(makeBooking(confirmed), settled)).toBe(false);
    expect(pace(makeBooking(failed), settled)).toBe(false);
    expect(pace(makeBooking(), settled)).toBe(false);
    expect(pace(undefined, settled)).toBe(false);
  });
  it('until the server has ended a booking that ran out', () => {
    expect(pace(makeBooking({ holdExpiresAt: inMinutes(-1) }), { returned: false, waited: 0 })).toBe(10_000);
  });
});
