import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Permission, QuoteRequest } from '@/api/types';
import { signInStaff } from '@/test/admin';
import {
  bookingId,
  helmet,
  insurance,
  makeBooking,
  makeMotorcycle,
  makePayment,
  makeQuote,
  motorcycleId,
  parkingPointId,
} from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const permissions: readonly Permission[] = [
  'BOOKING_LIST',
  'BOOKING_GET_BY_ID',
  'BOOKING_MANAGE',
  'PAYMENT_GET_ALL',
  'PAYMENT_TAKE',
  'PAYMENT_REFUND',
];
const userId = '019a0000-0000-7000-8000-0000000000e9';

function play({ available = true } = {}) {
  const sent: Record<string, unknown>[] = [];
  const keys: (string | null)[] = [];
  server.use(
    http.get('*/motorcycles/admin', () =>
      HttpResponse.json({
        data: { motorcycles: [{ ...makeMotorcycle(), registrationNumber: '12345-أ-6' }], pagination: {} },
      }),
    ),
    http.get('*/motorcycles/:id', () => HttpResponse.json({ data: { motorcycle: makeMotorcycle() } })),
    http.get('*/supplements', () =>
      HttpResponse.json({ data: { supplements: [helmet, insurance], pagination: {} } }),
    ),
    http.get('*/users', () =>
      HttpResponse.json({
        data: {
          users: [{ id: userId, firstName: 'Omar', lastName: 'Alami', email: 'omar@example.com' }],
          pagination: {},
        },
      }),
    ),
    http.get('*/users/:id', () =>
      HttpResponse.json({
        data: { user: { id: userId, firstName: 'Omar', lastName: 'Alami', email: 'omar@example.com' } },
      }),
    ),
    http.post('*/bookings/quote', async ({ request }) => {
      const asked = (await request.json()) as QuoteRequest;
      return HttpResponse.json({ data: { quote: { ...makeQuote(asked), available } } });
    }),
    http.post('*/bookings', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.json({ data: { booking: makeBooking(), paymentUrl: null } }, { status: 201 });
    }),
    http.get('*/bookings', () =>
      HttpResponse.json({
        data: { bookings: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } },
      }),
    ),
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking: makeBooking() } })),
    http.get('*/bookings/:id/timeline', () => HttpResponse.json({ data: { timeline: [] } })),
    http.get('*/bookings/:id/handovers', () => HttpResponse.json({ data: { handovers: [] } })),
    http.get('*/payments/admin', () => HttpResponse.json({ data: { payments: [] } })),
  );
  return { sent, keys };
}

const gap = new URLSearchParams({
  motorcycleId,
  startDate: '2036-12-01',
  startTime: '10:00',
  endDate: '2036-12-04',
  endTime: '10:00',
});
const page = `/admin/bookings/add?${gap}`;

beforeEach(() => {
  signInStaff({}, { permissions });
});

async function fillCustomer(user: ReturnType<typeof renderSite>['user']) {
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Nadia');
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Berrada');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'nadia@example.com');
}

describe('a booking at the counter', () => {
  it('is made for a new customer from a gap of the calendar, with the money taken', async () => {
    const { sent, keys } = play();
    const { router, user } = renderSite(page);
    await fillCustomer(user);
    await user.click(await screen.findByRole('checkbox', { name: /Second helmet/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Paid by' }), 'Card terminal');
    await user.type(screen.getByRole('textbox', { name: /Receipt number/ }), 'R-77');
    await user.click(await screen.findByRole('button', { name: /^Take 2,000.00/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/bookings/edit/${bookingId}`));
    expect(sent).toEqual([
      {
        motorcycleId,
        startDatetime: '2036-12-01T09:00:00Z',
        endDatetime: '2036-12-04T09:00:00Z',
        bookingType: 'AUTONOM',
        pickupParkingPointId: parkingPointId,
        dropoffParkingPointId: parkingPointId,
        selectedSupplements: [{ supplementId: helmet.id, quantity: 1 }],
        totalAmount: 2000,
        customer: {
          firstName: 'Nadia',
          lastName: 'Berrada',
          email: 'nadia@example.com',
          language: 'en',
        },
        counterPayment: { method: 'CARD_TERMINAL', receiptNumber: 'R-77' },
      },
    ]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is made for a person of the list, who pays later', async () => {
    const { sent } = play();
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('radio', { name: 'Has an account' }));
    const who = screen.getByRole('combobox', { name: 'Customer' });
    await user.click(who);
    await user.click(await screen.findByRole('option', { name: /Omar Alami/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Paid by' }), 'Later, through the site');
    await screen.findByText('Yamaha Ténéré 700', { selector: 'dt' });
    await user.click(screen.getByRole('button', { name: 'Book' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ userId });
    expect(sent[0]).not.toHaveProperty('customer');
    expect(sent[0]).not.toHaveProperty('counterPayment');
  });

  it('says what is missing, and what the server refuses, at its field', async () => {
    const { sent } = play();
    const { user } = renderSite('/admin/bookings/add');
    await user.click(await screen.findByRole('button', { name: 'Book' }));
    const motorcycle = screen.getByRole('combobox', { name: 'Motorcycle' });
    await waitFor(() => expect(motorcycle).toHaveFocus());
    expect(motorcycle).toHaveAccessibleDescription(/Please fill this in/);
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeInvalid();
    await user.click(motorcycle);
    await user.click(await screen.findByRole('option', { name: /Ténéré/ }));
    await fillCustomer(user);
    server.use(
      http.post('*/bookings', () =>
        HttpResponse.json(
          {
            status: 422,
            code: 'VALIDATION',
            message: 'Some fields are wrong',
            errors: [{ field: 'customer.email', code: 'INVALID_EMAIL', message: 'No such address' }],
          },
          { status: 422 },
        ),
      ),
    );
    await user.click(await screen.findByRole('button', { name: /^Take/ }));
    expect(await screen.findByText('No such address')).toBeInTheDocument();
    expect(screen.queryByText('It was not booked')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('cannot be made where the motorcycle is taken, and says why the server refused', async () => {
    play({ available: false });
    const { user } = renderSite(page);
    expect(await screen.findByText('Taken at that time')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Take/ })).toBeDisabled();
    play();
    server.use(
      http.post('*/bookings', () =>
        HttpResponse.json(
          { status: 409, code: 'BOOKING_CONFLICT', message: 'Booking conflict', requestId: 'r-1' },
          { status: 409 },
        ),
      ),
    );
    await user.click(await screen.findByRole('checkbox', { name: /Second helmet/ }));
    await fillCustomer(user);
    await waitFor(() => expect(screen.getByRole('button', { name: /^Take 2,000/ })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: /^Take 2,000/ }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Booking conflict');
  });

  it('keeps what was typed until it is booked, or begun anew', async () => {
    play();
    const { router, user } = renderSite(page);
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Nadia');
    await router.navigate({ to: '/admin/bookings' as '/admin' });
    await router.navigate({ to: '/admin/bookings/add' as '/admin' });
    expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Nadia');
    await user.click(screen.getByRole('button', { name: 'Start anew' }));
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not open to who may not', async () => {
    signInStaff({}, { permissions: ['BOOKING_LIST'] });
    renderSite('/admin/bookings/add');
    expect(
      await screen.findByRole('heading', { name: 'This section is not open to you' }),
    ).toBeInTheDocument();
  });
});

it('a booking that waits is paid at the counter, and its money is handed out again', async () => {
  play();
  const sent: string[] = [];
  let booking = makeBooking({ nextSteps: ['TAKE_PAYMENT', 'CANCEL'] });
  const payment = makePayment({
    gateway: 'COUNTER',
    counterMethod: 'CASH',
    gatewayOrderId: 'R-9',
    status: 'COMPLETED',
  });
  let state: 'REQUESTED' | 'DONE' = 'REQUESTED';
  server.use(
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking } })),
    http.get('*/payments/admin', () =>
      HttpResponse.json({ data: { payments: booking.bookingStatus === 'CONFIRMED' ? [payment] : [] } }),
    ),
    http.get('*/payments/:id/refunds', () =>
      HttpResponse.json({
        data: {
          refunds: [
            {
              id: '019a0000-0000-7000-8000-000000000201',
              paymentId: payment.id,
              amount: 500,
              gatewayAmount: 500,
              state,
              createdAt: '2026-11-21T10:00:00Z',
              updatedAt: '2026-11-21T10:00:00Z',
            },
          ],
        },
      }),
    ),
    http.post('*/bookings/:id/counter-payment', async ({ request }) => {
      sent.push(JSON.stringify(await request.json()));
      booking = makeBooking({ bookingStatus: 'CONFIRMED', payment, nextSteps: ['HAND_OVER'] });
      return HttpResponse.json({ data: { booking } });
    }),
    http.post('*/payments/:id/refunds/:refundId/paid-out', ({ params }) => {
      sent.push(String(params.refundId));
      state = 'DONE';
      return HttpResponse.json({ data: { payment } });
    }),
  );
  const { user } = renderSite(`/admin/bookings/edit/${bookingId}`);
  await user.click(await screen.findByRole('button', { name: 'Take the payment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take the payment' });
  await user.type(within(dialog).getByRole('textbox', { name: /Receipt number/ }), 'R-9');
  await user.click(within(dialog).getByRole('button', { name: /^Take 1,950.00/ }));
  expect(await screen.findByText('R-9')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Hand over' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'It was handed out' }));
  expect(await screen.findByText('Paid back')).toBeInTheDocument();
  expect(sent).toEqual([
    JSON.stringify({ method: 'CASH', receiptNumber: 'R-9' }),
    '019a0000-0000-7000-8000-000000000201',
  ]);
});
