import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking, Handover, Permission, Refund, TimelineEntry } from '@/api/types';
import { dayFromToday } from '@/i18n/wall-clock';
import { signInStaff } from '@/test/admin';
import { bookingId, inMinutes, makeBooking, makePayment, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { playUploads } from '@/test/uploads';

const permissions: readonly Permission[] = [
  'BOOKING_LIST',
  'BOOKING_GET_BY_ID',
  'BOOKING_MANAGE',
  'PAYMENT_GET_ALL',
  'PAYMENT_REFUND',
];

const paid = makePayment({ status: 'COMPLETED', processedAt: '2026-11-01T10:05:00Z' });

function make(changes: Partial<Booking> = {}): Booking {
  return makeBooking({
    bookingStatus: 'CONFIRMED',
    holdExpiresAt: null,
    payment: paid,
    paymentId: paid.id,
    nextSteps: ['MOVE', 'HAND_OVER', 'CANCEL', 'REFUND'],
    user: {
      id: '019a0000-0000-7000-8000-0000000000e9',
      firstName: 'Leïla',
      lastName: 'Haddad',
      email: 'leila@example.com',
      phoneNumber: '+212 661 23 45 67',
    },
    ...changes,
  });
}

interface Sent {
  readonly call: string;
  readonly body: Record<string, unknown>;
}

/** The server's one booking as a test plays it. */
function play(first: Booking, { timeline = [] as TimelineEntry[] } = {}) {
  const state = { booking: first, handovers: [] as Handover[], refunds: [] as Refund[] };
  const asked: URLSearchParams[] = [];
  const sent: Sent[] = [];
  const answer = () => HttpResponse.json({ data: { booking: state.booking } });
  const note = async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ call: `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`, body });
    return body;
  };
  const stale = () =>
    HttpResponse.json(
      { status: 409, code: 'CHANGED_MEANWHILE', message: 'Somebody was first' },
      { status: 409 },
    );
  const become = (changes: Partial<Booking>) => {
    state.booking = { ...state.booking, ...changes, updatedAt: new Date().toISOString() };
  };
  const changeHands =
    (kind: Handover['kind'], after: Partial<Booking>) =>
    async ({ request }: { request: Request }) => {
      const body = await note(request);
      if (Number(body.odometerKm) < 100)
        return HttpResponse.json(
          { status: 409, code: 'ODOMETER_BACKWARDS', message: 'The meter showed 100 km before' },
          { status: 409 },
        );
      state.handovers.push({
        id: `019a0000-0000-7000-8000-00000000010${state.handovers.length}`,
        kind,
        odometerKm: Number(body.odometerKm),
        fuelPercent: body.fuelPercent as number | null,
        notes: String(body.notes),
        pictures: body.pictures as string[],
        actorId: null,
        actorName: 'Salma Idrissi',
        at: new Date().toISOString(),
      });
      become(after);
      return answer();
    };
  server.use(
    http.get('*/bookings', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({
        data: {
          bookings: [state.booking],
          pagination: { page: 1, limit: 25, total: 1, totalPages: 1 },
        },
      });
    }),
    http.get('*/bookings/:id', ({ params }) =>
      params.id === bookingId
        ? answer()
        : HttpResponse.json({ status: 404, code: 'BOOKING_NOT_FOUND', message: '' }, { status: 404 }),
    ),
    http.get('*/bookings/:id/timeline', () => HttpResponse.json({ data: { timeline } })),
    http.get('*/bookings/:id/handovers', () => HttpResponse.json({ data: { handovers: state.handovers } })),
    http.get('*/bookings/:id/cancellation', () =>
      HttpResponse.json({
        data: {
          cancellation: {
            allowed: true,
            refundPercent: 50,
            refundAmount: 975,
            paidAmount: 1950,
            currency: 'MAD',
            policy: {
              fullRefundHours: 48,
              partialRefundHours: 24,
              partialRefundPercent: 50,
              forfeitedPercent: 0,
            },
          },
        },
      }),
    ),
    http.get('*/payments/admin', () =>
      HttpResponse.json({ data: { payments: state.booking.payment ? [state.booking.payment] : [] } }),
    ),
    http.get('*/payments/:id/refunds', () => HttpResponse.json({ data: { refunds: state.refunds } })),
    http.post('*/payments/:id/refund', async ({ request }) => {
      const body = await note(request);
      state.refunds.push({
        id: '019a0000-0000-7000-8000-000000000201',
        paymentId: paid.id,
        amount: Number(body.refundAmount),
        gatewayAmount: Number(body.refundAmount),
        state: 'DONE',
        reason: String(body.reason),
        createdAt: '2026-11-21T10:00:00Z',
        updatedAt: '2026-11-21T10:00:00Z',
      });
      return HttpResponse.json({ data: { payment: paid, refunds: state.refunds } });
    }),
    http.put('*/bookings/:id', async ({ request }) => {
      const body = await note(request);
      if (body.updatedAt !== state.booking.updatedAt) return stale();
      const { updatedAt: _seen, ...changes } = body;
      become(changes);
      return answer();
    }),
    http.delete('*/bookings/:id', ({ request }) => {
      sent.push({ call: 'DELETE', body: Object.fromEntries(new URL(request.url).searchParams) });
      become({ bookingStatus: 'CANCELLED_BY_ADMIN', nextSteps: undefined });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(
      '*/bookings/:id/hand-over',
      changeHands('HAND_OVER', { bookingStatus: 'ACTIVE', nextSteps: ['EXTEND', 'TAKE_BACK', 'CANCEL'] }),
    ),
    http.post(
      '*/bookings/:id/return',
      changeHands('RETURN', { bookingStatus: 'COMPLETED', nextSteps: ['REFUND'] }),
    ),
    http.get('*/motorcycles/:id', ({ params }) =>
      HttpResponse.json({ data: { motorcycle: { id: params.id, odometerKm: 12_000 } } }),
    ),
    http.get('*/parking-points/:id', () =>
      HttpResponse.json({ data: { parkingPoint: { id: parkingPointId, name: 'Menara Mall' } } }),
    ),
  );
  return { asked, sent, state, become };
}

const page = `/admin/bookings/edit/${bookingId}`;

beforeEach(() => {
  signInStaff({}, { permissions });
});

describe('the list', () => {
  it('leads to what is due today, by moments of Morocco’s day', async () => {
    const { asked } = play(make());
    const { router, user } = renderSite('/admin/bookings');
    const table = await screen.findByRole('table', { name: 'Bookings' });
    expect(within(table).getByRole('rowheader', { name: 'RH-7K3M9QX' })).toBeInTheDocument();
    expect(within(table).getByText('Leïla Haddad')).toBeInTheDocument();
    const views = screen.getByRole('navigation', { name: 'Often needed' });
    expect(within(views).getByRole('link', { name: 'All' })).toHaveAttribute('aria-current');
    await user.click(within(views).getByRole('link', { name: 'Pick-ups due' }));
    await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('startDatetime'));
    expect(asked.at(-1)?.get('status')).toBe('CONFIRMED');
    expect(asked.at(-1)?.get('includeUser')).toBe('true');
    expect(asked.at(-1)?.get('startDatetimeBefore')).toMatch(/T22:59:59\.999999Z$/);
    expect(router.state.location.search).toEqual({
      status: 'CONFIRMED',
      startDatetimeBefore: dayFromToday(0),
      sort: 'startDatetime',
    });
    expect(within(views).getByRole('link', { name: 'Pick-ups due' })).toHaveAttribute('aria-current');
  });

  it('says which motorcycles should be back', async () => {
    play(make({ bookingStatus: 'ACTIVE', endDatetime: inMinutes(-10) }));
    renderSite('/admin/bookings');
    expect(await screen.findByText('Late')).toBeInTheDocument();
  });
});

it('is narrowed to several states at once, and by what is seldom asked for', async () => {
  const { asked } = play(make());
  const { router, user } = renderSite('/admin/bookings?status=CONFIRMED&status=ACTIVE');
  const last = () => asked.at(-1) as URLSearchParams;
  const states = await screen.findByRole('button', { name: 'Status: Confirmed +1' });
  await waitFor(() => expect(last().getAll('status')).toEqual(['CONFIRMED', 'ACTIVE']));
  await user.click(states);
  await user.click(screen.getByRole('checkbox', { name: 'Completed' }));
  await waitFor(() => expect(last().getAll('status')).toEqual(['CONFIRMED', 'ACTIVE', 'COMPLETED']));
  expect(router.state.location.search).toEqual({ status: ['CONFIRMED', 'ACTIVE', 'COMPLETED'] });
  await user.click(screen.getByRole('checkbox', { name: 'Confirmed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Completed' }));
  expect(await screen.findByRole('button', { name: 'Status: On the road' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ status: 'ACTIVE' });
  // One state of several is the question of a view, too.
  expect(screen.getByRole('link', { name: 'On the road' })).toHaveAttribute('aria-current', 'true');

  expect(screen.queryByRole('combobox', { name: 'Not paid in time' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Not paid in time' }), 'Yes');
  await waitFor(() => expect(last().get('isLapsed')).toBe('true'));
  expect(screen.queryByRole('button', { name: 'More filters' })).toBeNull();
});

it('shows what is seldom asked for where an address asks for it', async () => {
  const { asked } = play(make());
  renderSite('/admin/bookings?cancelledAfter=2026-11-01&cancelledBefore=2026-11-21');
  expect(await screen.findByLabelText('Cancelled, from')).toHaveValue('2026-11-01');
  expect(screen.queryByLabelText('Booked, from')).toBeNull();
  await waitFor(() => expect(asked.at(-1)?.get('cancelledBefore')).toBe('2026-11-21T22:59:59.999999Z'));
});

describe('a booking', () => {
  it('offers what the server allows, and nothing else', async () => {
    play(make({ nextSteps: ['CANCEL'], payment: null, bookingStatus: 'PENDING_PAYMENT' }));
    renderSite(page);
    expect(await screen.findByRole('button', { name: 'Cancel the booking' })).toBeInTheDocument();
    for (const name of ['Change the dates', 'Confirm', 'Hand over', 'Take back', 'Make it longer'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(await screen.findByText('No payment was opened.')).toBeInTheDocument();
    expect(document.title).toBe('Booking RH-7K3M9QX · Rihla');
  });

  it('that does not exist, or is somebody else’s, says so', async () => {
    play(make());
    renderSite('/admin/bookings/edit/019a0000-0000-7000-8000-00000000dead');
    expect(await screen.findByRole('heading', { name: 'There is no such record' })).toBeInTheDocument();
  });

  it('is cancelled with the exact refund said first', async () => {
    const { sent } = play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel booking RH-7K3M9QX?' });
    expect(await within(dialog).findByText('50% of what was paid')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('975.00');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the booking' }));
    expect(await screen.findByText('Cancelled by us')).toBeInTheDocument();
    expect(sent).toEqual([{ call: 'DELETE', body: { refundAmount: '975' } }]);
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('that cannot be cancelled any more says so, and nothing of money', async () => {
    const { sent } = play(make());
    server.use(
      http.get('*/bookings/:id/cancellation', () =>
        HttpResponse.json({
          data: {
            cancellation: {
              allowed: false,
              refundPercent: 0,
              refundAmount: 0,
              paidAmount: 1950,
              currency: 'MAD',
              policy: {
                fullRefundHours: 48,
                partialRefundHours: 24,
                partialRefundPercent: 50,
                forfeitedPercent: 0,
              },
            },
          },
        }),
      ),
    );
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel booking RH-7K3M9QX?' });
    expect(await within(dialog).findByText('This booking can no longer be cancelled.')).toBeInTheDocument();
    expect(dialog).not.toHaveTextContent('MAD');
    expect(within(dialog).getByRole('button', { name: 'Cancel the booking' })).toBeDisabled();
    expect(sent).toEqual([]);
  });

  it('is handed over and taken back, with what the server refuses at its field', async () => {
    const { sent } = play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    const leave = await screen.findByRole('dialog', { name: 'Hand-over' });
    await user.click(within(leave).getByRole('button', { name: 'Hand over' }));
    const meter = within(leave).getByRole('textbox', { name: /Meter/ });
    expect(meter).toHaveAccessibleDescription(/Please fill this in/);
    expect(meter).toHaveFocus();
    await user.type(meter, '50');
    await user.click(within(leave).getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(meter).toHaveAccessibleDescription(/showed 100 km before/));
    await user.clear(meter);
    await waitFor(() => expect(meter).toHaveAccessibleDescription(/It last showed 12,000 km\./));
    // Read as a number without its point, it would be ten times as far.
    await user.type(meter, '12 345,5');
    await user.click(within(leave).getByRole('button', { name: 'Hand over' }));
    expect(meter).toHaveAccessibleDescription(/whole number/);
    await user.type(meter, '{Backspace}{Backspace}');
    expect(meter).toHaveAccessibleDescription('It last showed 12,000 km. That is 345 km more.');
    const fuel = within(leave).getByRole('textbox', { name: /Fuel/ });
    await user.type(fuel, 'full');
    await user.click(within(leave).getByRole('button', { name: 'Hand over' }));
    expect(fuel).toHaveAccessibleDescription(/whole number/);
    expect(fuel).toHaveFocus();
    expect(sent).toHaveLength(1);
    await user.clear(fuel);
    await user.type(fuel, '80');
    await user.click(within(leave).getByRole('button', { name: 'Hand over' }));
    await user.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(sent.at(-1)).toEqual({
      call: 'POST hand-over',
      body: {
        odometerKm: 12345,
        fuelPercent: 80,
        notes: '',
        pictures: [],
        updatedAt: '2026-11-01T10:00:00Z',
      },
    });
    const back = await screen.findByRole('dialog', { name: 'Return' });
    expect(back).toHaveTextContent('It left with 12,345 km.');
    await user.type(within(back).getByRole('textbox', { name: /Meter/ }), '12845');
    await user.click(within(back).getByRole('button', { name: 'Take back' }));
    const sheet = await screen.findByRole('region', { name: 'Hand-over and return' });
    await waitFor(() => expect(sheet).toHaveTextContent('Driven500 km'));
    expect(screen.getByText('Completed')).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps what was typed of a hand-over when the page is left in the middle', async () => {
    play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    await user.type(await screen.findByRole('textbox', { name: /Meter/ }), '777');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    expect(await screen.findByRole('textbox', { name: /Meter/ })).toHaveValue('777');
  });

  it('takes pictures of a hand-over one by one: the one that breaks off is named and tried again', async () => {
    const { sent } = play(make());
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL() {} });
    const begun = playUploads();
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hand-over' });
    const files = ['left.png', 'right.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    await user.upload(within(dialog).getByLabelText('Add pictures'), files);
    await waitFor(() => expect(begun).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: 'Hand over' })).toBeDisabled();
    act(() => begun[0]?.breakOff());
    await waitFor(() => expect(begun).toHaveLength(2));
    act(() => begun[1]?.answer(201, { data: { media: { url: '/media/right' } } }));
    expect(await within(dialog).findByRole('img', { name: 'Picture 1' })).toBeInTheDocument();
    expect(within(dialog).getByText(/The upload broke off/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Upload left.png again' }));
    await waitFor(() => expect(begun).toHaveLength(3));
    act(() => begun[2]?.answer(201, { data: { media: { url: '/media/left' } } }));
    await within(dialog).findByRole('img', { name: 'Picture 2' });
    await user.type(within(dialog).getByRole('textbox', { name: /Meter/ }), '12345');
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.pictures).toEqual(['/media/right', '/media/left']);
  });

  it('that somebody else has handed over says so, and is not handed over again', async () => {
    const { sent, become } = play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hand-over' });
    server.use(
      http.post('*/bookings/:id/hand-over', () => {
        become({ bookingStatus: 'ACTIVE', nextSteps: ['EXTEND', 'TAKE_BACK', 'CANCEL'] });
        return HttpResponse.json(
          { status: 409, code: 'CHANGED_MEANWHILE', message: 'Somebody was first' },
          { status: 409 },
        );
      }),
    );
    await user.type(within(dialog).getByRole('textbox', { name: /Meter/ }), '12345');
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(await within(dialog).findByText('The booking has moved on meanwhile')).toBeVisible();
    expect(within(dialog).getByText('On the road')).toBeVisible();
    expect(dialog).not.toHaveTextContent('Somebody was first');
    const again = within(dialog).getByRole('button', { name: 'Hand over' });
    expect(again).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: /Meter/ }), '{Enter}');
    expect(sent).toEqual([]);
  });

  it('keeps what was typed of a refund when its session ends, and nothing once it was given up', async () => {
    play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Give money back' }));
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Rained');
    // Whoever has to sign in again comes back to the page.
    cleanup();
    const after = renderSite(page);
    await after.user.click(await screen.findByRole('button', { name: 'Give money back' }));
    expect(await screen.findByRole('textbox', { name: /Reason/ })).toHaveValue('Rained');
    await after.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await after.user.click(screen.getByRole('button', { name: 'Give money back' }));
    expect(await screen.findByRole('textbox', { name: /Reason/ })).toHaveValue('');
  });

  it('gives back by another refund what one that failed did not', async () => {
    const { state } = play(make());
    state.refunds.push({
      id: '019a0000-0000-7000-8000-000000000202',
      paymentId: paid.id,
      amount: 1950,
      gatewayAmount: 1950,
      state: 'FAILED',
      reason: 'Cancelled',
      createdAt: '2026-11-21T10:00:00Z',
      updatedAt: '2026-11-21T10:00:00Z',
    });
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Give money back' }));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('1950.00');
  });

  it('gives money back, at most what is left', async () => {
    const { sent } = play(make());
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Give money back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give money back' });
    const amount = within(dialog).getByRole('textbox', { name: 'Amount' });
    expect(amount).toHaveValue('1950.00');
    await user.clear(amount);
    await user.type(amount, '1950,01');
    await user.click(within(dialog).getByRole('button', { name: /Give back/ }));
    expect(amount).toHaveAccessibleDescription(/too large/);
    await user.clear(amount);
    await user.type(amount, '500');
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Late delivery');
    await user.click(within(dialog).getByRole('button', { name: /Give back/ }));
    const panel = screen.getByRole('region', { name: 'Payments' });
    expect(await within(panel).findByText('Paid back')).toBeInTheDocument();
    expect(sent).toEqual([{ call: 'POST refund', body: { refundAmount: 500, reason: 'Late delivery' } }]);
    await user.click(screen.getByRole('button', { name: 'Give money back' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('1450.00');
  });

  it('moves to a period that the server has priced', async () => {
    const { sent } = play(make());
    server.use(
      http.post('*/bookings/:id/move-quote', async ({ request }) => {
        const to = (await request.json()) as { startDatetime: string; endDatetime: string };
        return HttpResponse.json({
          data: {
            moveQuote: {
              ...to,
              days: 2,
              baseRentalPrice: 1300,
              supplementsTotalPrice: 0,
              totalAmount: 1300,
              currency: 'MAD',
              difference: -650,
              amountDue: 0,
              refundAmount: 650,
              allowed: true,
              available: true,
              nextFree: null,
            },
          },
        });
      }),
      http.post('*/bookings/:id/move', async ({ request }) => {
        sent.push({ call: 'POST move', body: (await request.json()) as Record<string, unknown> });
        expect(request.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
        return HttpResponse.json({ data: { booking: make(), paymentUrl: null } });
      }),
    );
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Change the dates' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change the dates' });
    const confirm = within(dialog).getByRole('button', { name: 'Change' });
    expect(confirm).toBeDisabled();
    await user.selectOptions(
      within(dialog).getAllByRole('combobox', { name: 'Time' })[1] as HTMLElement,
      '23:30',
    );
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(dialog).toHaveTextContent('The customer gets back650.00');
    await user.click(confirm);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent.at(-1)?.body).toMatchObject({ totalAmount: 1300, updatedAt: '2026-11-01T10:00:00Z' });
  });

  it('gets another motorcycle, chosen among those that are free', async () => {
    const other = '019a0000-0000-7000-8000-0000000000ee';
    const record = make({ nextSteps: ['REASSIGN'] });
    const { sent } = play(record);
    const asked: URLSearchParams[] = [];
    server.use(
      http.get('*/motorcycles/admin', ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        const motorcycle = { id: other, make: 'Yamaha', model: 'MT-07', registrationNumber: '77-B-6' };
        const pagination = { page: 1, limit: 20, total: 1, totalPages: 1 };
        return HttpResponse.json({ data: { motorcycles: [motorcycle], pagination } });
      }),
      http.get('*/motorcycles/:id', () =>
        HttpResponse.json({
          data: { motorcycle: { id: other, make: 'Yamaha', model: 'MT-07', registrationNumber: '77-B-6' } },
        }),
      ),
      http.post('*/bookings/:id/move-quote', async ({ request }) => {
        const to = (await request.json()) as Record<string, unknown>;
        sent.push({ call: 'POST move-quote', body: to });
        return HttpResponse.json(
          { status: 409, code: 'MOTORCYCLE_HANDED_OVER', message: 'Take it back first' },
          { status: 409 },
        );
      }),
    );
    const { user } = renderSite(page);
    await user.click(await screen.findByRole('button', { name: 'Another motorcycle' }));
    const dialog = await screen.findByRole('dialog', { name: 'Another motorcycle' });
    expect(within(dialog).queryByLabelText('Date')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('combobox', { name: /Motorcycle/ }));
    await user.click(await within(dialog).findByRole('option', { name: /MT-07/ }));
    expect(await within(dialog).findByText('Take it back first')).toBeInTheDocument();
    const { startDatetime, endDatetime, franchiseId } = record;
    expect(sent.at(-1)?.body).toEqual({ motorcycleId: other, startDatetime, endDatetime });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      freeFrom: startDatetime,
      freeTo: endDatetime,
      franchiseId,
    });
    expect(asked[0]?.getAll('status')).toEqual(['AVAILABLE', 'BOOKED']);
    expect(within(dialog).getByRole('button', { name: 'Change' })).toBeDisabled();
  });

  it('takes staff’s notes, whatever else became of it meanwhile', async () => {
    const { sent, become, state } = play(make({ notesByCustomer: 'I arrive late' }));
    const { user } = renderSite(page);
    expect(await screen.findByText('I arrive late')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: /Staff’s notes/ }), 'Deposit paid');
    become({ bookingStatus: 'ACTIVE' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(state.booking.notesByAdmin).toBe('Deposit paid'));
    expect(sent).toHaveLength(2);
    expect(screen.queryByText('Somebody else has changed this meanwhile')).toBeNull();
  });

  it('tells everything that happened, the latest first', async () => {
    const at = (minute: number) => `2026-11-01T10:0${minute}:00Z`;
    const actor = { id: bookingId, name: 'Salma Idrissi', role: 'ADMIN' };
    play(make(), {
      timeline: [
        { at: at(0), kind: 'STATUS', actor: null, to: 'PENDING_PAYMENT' },
        {
          at: at(1),
          kind: 'PAYMENT',
          actor: null,
          to: 'COMPLETED',
          amount: 1950,
          gateway: 'STRIPE',
          note: 'the gateway says paid',
          noteCode: 'GATEWAY_SAYS',
          noteValue: 'paid',
        },
        { at: at(2), kind: 'LETTER', actor: null, letter: 'booking_confirmed', note: 'customer' },
        { at: at(3), kind: 'LETTER', actor: null, letter: 'a_new_one', note: 'franchise' },
        {
          at: at(4),
          kind: 'STATUS',
          actor: null,
          from: 'PENDING_PAYMENT',
          to: 'CANCELLED_BY_ADMIN',
          note: 'payment window elapsed',
          noteCode: 'LAPSED',
        },
        { at: at(5), kind: 'LOCK', actor: null, to: 'ENDED', note: 'CANCELLED' },
        {
          at: at(6),
          kind: 'CHANGE',
          actor,
          changes: {
            pickupParkingPointId: { from: null, to: parkingPointId },
            startDatetime: { from: '2026-12-01T09:00:00Z', to: '2026-12-02T09:00:00Z' },
            secret: { from: 1, to: 2 },
          },
        },
        {
          at: at(7),
          kind: 'HANDOVER',
          actor,
          to: 'HAND_OVER',
          note: 'A scratch',
          changes: { odometerKm: { from: null, to: 100 } },
        },
        { at: at(8), kind: 'REFUND', actor, to: 'REQUESTED', amount: 5, gateway: 'STRIPE', note: 'Kindness' },
      ],
    });
    renderSite(page);
    const panel = await screen.findByRole('region', { name: 'What happened' });
    await waitFor(() => expect(panel).toHaveTextContent('Menara Mall'));
    const told = within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    expect(told[0]).toMatch(/^Refund of 5.00.MAD: Asked forKindness.* · Salma Idrissi$/);
    expect(told[1]).toMatch(/^Hand-overMeter100 kmA scratch/);
    expect(told[2]).toMatch(/^ChangedPick-up placeMenara MallPick-up1 Dec 2026, 10:00 2 Dec 2026, 10:00/);
    expect(told[3]).toMatch(/^The lock no longer opens/);
    expect(told[4]).toMatch(/^Cancelled by usIt was not paid in time\..* · By itself$/);
    expect(told[5]).toMatch(/^Letter to the franchise: a_new_one/);
    expect(told[6]).toMatch(/^Letter to the customer: Booking confirmed/);
    expect(told[7]).toMatch(/^Payment of 1,950.00.MAD by Stripe: PaidThe gateway says paid/);
    expect(told[8]).toMatch(/^Booked/);
    expect(panel).not.toHaveTextContent('secret');
  });
});
