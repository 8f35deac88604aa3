import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Payment } from '@/api/types';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const id = '019a0000-0000-7000-8000-0000000000c1';
const bookingId = '019a0000-0000-7000-8000-0000000000b1';

const payment: Payment = {
  id,
  bookingId,
  amount: 900,
  currency: 'MAD',
  status: 'PROCESSING',
  gateway: 'PAYPAL',
  gatewayAmount: 90,
  gatewayCurrency: 'USD',
  gatewayCallbackUrl: null,
  gatewayOrderId: 'ORDER-1',
  gatewayPaymentUrl: null,
  gatewayResponse: null,
  gatewayTransactionId: null,
  failureCode: null,
  failureReason: null,
  refundingAmount: 0,
  owedAmount: 0,
  refundedAmount: 0,
  rate: 10,
  rateAt: '2026-11-20T09:00:00Z',
  processedAt: null,
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
};

/** The server with one payment, which the gateway says was paid when it is asked. */
function play(refunds: object[] = []) {
  let now = payment;
  const asked: URL[] = [];
  const step = (from: string | null, to: string) => ({
    happenedAt: '2026-11-20T09:00:00Z',
    from,
    to,
    note: 'opened',
    noteCode: 'OPENED',
    noteValue: null,
    actorId: null,
    gatewayEventId: null,
    gatewayMessage: to === 'PROCESSING' ? '{"state":"CREATED"}' : null,
  });
  server.use(
    http.get('*/payments/admin', ({ request }) => {
      asked.push(new URL(request.url));
      const booking = {
        id: bookingId,
        reference: 'RH-2049',
        userId: 'u1',
        firstName: 'Nadia',
        lastName: 'Amrani',
      };
      return HttpResponse.json({
        data: { payments: [{ ...now, booking }], pagination: { total: 1, totalPages: 1 } },
      });
    }),
    http.get('*/payments/:id', ({ params }) =>
      params.id === id
        ? HttpResponse.json({
            data: { payment: { ...now, history: [step(null, 'PENDING'), step('PENDING', 'PROCESSING')] } },
          })
        : HttpResponse.json(
            { status: 404, code: 'PAYMENT_NOT_FOUND', message: 'Payment not found' },
            { status: 404 },
          ),
    ),
    http.get('*/payments/:id/refunds', () => HttpResponse.json({ data: { refunds } })),
    http.post('*/payments/:id/check', () => {
      now = { ...now, status: 'COMPLETED' };
      return HttpResponse.json({ data: { payment: now } });
    }),
    http.get('*/bookings/:id', () =>
      HttpResponse.json({ data: { booking: { id: bookingId, reference: 'RH-2049' } } }),
    ),
  );
  return asked;
}

const may = ['PAYMENT_GET_ALL', 'PAYMENT_GET_BY_ID', 'PAYMENT_REFUND', 'BOOKING_GET_BY_ID'] as const;

it('lists payments by the bookings that they are of', async () => {
  signInStaff({}, { permissions: may });
  const asked = play();
  renderSite('/admin/payments?status=PROCESSING&gateway=NONE');
  const link = await screen.findByRole('link', { name: 'RH-2049' });
  expect(link).toHaveAttribute('href', `/admin/payments/${id}`);
  expect(screen.getByRole('cell', { name: 'Nadia Amrani' })).toBeInTheDocument();
  expect(asked[0]?.searchParams.get('status')).toBe('PROCESSING');
  expect(asked[0]?.searchParams.has('gateway')).toBe(false);
});

it('shows every step, asks the gateway, and then gives money back', async () => {
  signInStaff({}, { permissions: may });
  play();
  renderSite(`/admin/payments/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Check with the gateway' }));
  expect(await screen.findByText('PayPal answered: Paid')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check with the gateway' })).toBeNull());
  expect(screen.getByText('{"state":"CREATED"}')).toBeInTheDocument();
  expect(screen.getByText('ORDER-1')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Give money back' }));
  expect(await screen.findByRole('button', { name: /^Give back 900\.00/ })).toBeInTheDocument();
});

it('gives back no more than is neither gone nor promised', async () => {
  signInStaff({}, { permissions: may });
  const refund = { reason: '', failureReason: null, createdAt: '2026-11-20T09:00:00Z' };
  play([
    { ...refund, id: 'r1', amount: 600, state: 'DONE' },
    { ...refund, id: 'r2', amount: 300, state: 'SENT' },
    { ...refund, id: 'r3', amount: 300, state: 'FAILED' },
  ]);
  renderSite(`/admin/payments/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Check with the gateway' }));
  expect(await screen.findByText('600.00', { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Give money back' })).toBeNull();
});

it('lets who may give money back do so, whether or not they see the booking', async () => {
  signInStaff({}, { permissions: may.filter((one) => one !== 'BOOKING_GET_BY_ID') });
  play();
  renderSite(`/admin/payments/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Check with the gateway' }));
  expect(await screen.findByRole('button', { name: 'Give money back' })).toBeInTheDocument();
});

it('gives nothing back without the permission', async () => {
  signInStaff({}, { permissions: may.filter((one) => one !== 'PAYMENT_REFUND') });
  play();
  renderSite(`/admin/payments/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Check with the gateway' }));
  await screen.findByText('PayPal answered: Paid');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check with the gateway' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Give money back' })).toBeNull();
});

it('says that a payment is not there', async () => {
  signInStaff({}, { permissions: may });
  play();
  renderSite(`/admin/payments/${bookingId}`);
  expect(await screen.findByRole('link', { name: /back/i })).toHaveAttribute('href', '/admin/payments');
});
