import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '@/components/notify';
import { dayFromToday } from '@/i18n/wall-clock';
import { useAuth } from '@/stores/auth';
import {
  address,
  bookingsAnswer,
  created,
  end,
  person,
  playBookingForm,
  ready,
  session,
  start,
} from '@/test/booking-form';
import { bookingId, makeBooking, makeMotorcycle, makeQuote, motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { settleMilliseconds } from './use-ride';

beforeEach(playBookingForm);

describe('booking', () => {
  beforeEach(() => useAuth.getState().signIn(session));

  it('books once however often the button is pressed, and leads to the gateway', async () => {
    const sent = bookingsAnswer(created);
    const { user } = renderSite(address);
    await ready();
    await user.dblClick(screen.getByRole('button', { name: 'Proceed to payment' }));
    const heading = await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    const form = heading.parentElement?.querySelector('form');
    expect(form?.action).toBe('https://pay.example/page');
    expect([...new FormData(form ?? undefined)]).toEqual([
      ['payload', '{"amount":1950}'],
      ['signature', 'abc123'],
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).toMatch(/^[\da-f]{32}$/);
    expect(sent[0]?.body).toMatchObject({
      motorcycleId,
      bookingType: 'AUTONOM',
      pickupParkingPointId: parkingPointId,
      dropoffParkingPointId: parkingPointId,
      totalAmount: 1950,
    });
    expect(sent[0]?.body).not.toHaveProperty('bookingStatus');
    expect(useNotices.getState().list.map(({ title }) => title)).toEqual(['Your booking is made']);
    await waitFor(() => expect(HTMLFormElement.prototype.requestSubmit).toHaveBeenCalled(), {
      timeout: 2000,
    });
  });

  it('thanks for a delivery, and leads on to paying', async () => {
    const delivery = makeBooking({ bookingType: 'DELIVERY', customerLocation: 'Riad Yasmine' });
    const sent = bookingsAnswer({
      status: 201,
      body: { data: { booking: delivery, paymentUrl: null } } as unknown as JsonBodyType,
    });
    server.use(http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking: delivery } })));
    const { user, router } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('radio', { name: 'Brought to an address' }));
    await user.type(screen.getByLabelText('Address'), 'Riad Yasmine');
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    expect(await screen.findByRole('link', { name: 'Pay now' })).toHaveAttribute(
      'href',
      `/booking/payment/${bookingId}`,
    );
    expect(router.state.location.href).toBe(`/booking/thank-you?booking=${bookingId}`);
    expect(sent[0]?.body).toMatchObject({ bookingType: 'DELIVERY', customerLocation: 'Riad Yasmine' });
  });

  it('is not called back by an address bar that follows late what was typed', async () => {
    const delivery = makeBooking({ bookingType: 'DELIVERY', customerLocation: 'Riad Yasmine' });
    bookingsAnswer({
      status: 201,
      body: { data: { booking: delivery, paymentUrl: null } } as unknown as JsonBodyType,
    });
    server.use(http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking: delivery } })));
    const { user, router } = renderSite(address);
    await ready();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await user.click(screen.getByRole('radio', { name: 'Brought to an address' }));
    await user.type(screen.getByLabelText('Address'), 'Riad Yasmine');
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByRole('link', { name: 'Pay now' });
    // The page may still stand while the next one's code is on its way.
    const late = timers.mock.calls.filter(([, pause]) => pause === settleMilliseconds).map(([run]) => run);
    expect(late).not.toEqual([]);
    for (const run of late) act(() => run());
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(router.state.location.pathname).toBe('/booking/thank-you');
  });

  it('shows a changed price, and books at it only when asked', async () => {
    const fresh = makeQuote({ selectedSupplements: [] }, 700);
    const sent = bookingsAnswer(
      { status: 409, body: { code: 'PRICE_CHANGED', message: 'Changed', quote: fresh } as never },
      created,
    );
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    const alert = (await screen.findByText('The price has changed')).closest('[role=status]');
    expect(alert).toHaveTextContent(/1,950\.00/);
    expect(alert).toHaveTextContent(/2,100\.00/);
    expect(alert).toHaveFocus();
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /Book for 2,100\.00/ }));
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(sent[1]?.body).toMatchObject({ baseRentalPrice: 2100, totalAmount: 2100 });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('offers the next free time and other motorcycles when the days are taken', async () => {
    const other = makeMotorcycle({
      id: '019a0000-0000-7000-8000-0000000000a2',
      make: 'Honda',
      model: 'CB500X',
    });
    const nextFree = {
      startDatetime: `${dayFromToday(20)}T12:00:00Z`,
      endDatetime: `${dayFromToday(23)}T12:00:00Z`,
    };
    bookingsAnswer({
      status: 409,
      body: {
        code: 'BOOKING_CONFLICT',
        message: 'Taken',
        alternatives: {
          nextFree,
          motorcycles: [{ ...other, quote: makeQuote({ selectedSupplements: [] }, 500) }],
        },
      } as never,
    });
    const { user, router } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByText('Somebody was faster');
    const link = screen.getByRole('link', { name: /Honda CB500X/ });
    expect(link).toHaveTextContent(/1,500\.00/);
    expect(link.getAttribute('href')).toContain(`motorcycleId=${other.id}`);
    expect(link.getAttribute('href')).toContain(`startDate=${start}`);
    // Where the first motorcycle stands is nobody else's place.
    expect(link.getAttribute('href')).not.toContain('location=');
    await user.click(screen.getByRole('button', { name: /^Take / }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ startDate: dayFromToday(20) }));
    expect(screen.queryByText('Somebody was faster')).toBeNull();
  });

  it('says other failures, keeps the form, and asks again under the same key', async () => {
    const sent = bookingsAnswer({ status: 503, body: { code: 'UNAVAILABLE', message: 'x' } }, created);
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    expect(await screen.findByText('Your booking was not made')).toBeInTheDocument();
    expect(useNotices.getState().list[0]).toMatchObject({
      tone: 'danger',
      text: 'Nothing you typed was lost. Please try again.',
    });
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

describe('a server that is slow or refuses', () => {
  beforeEach(() => useAuth.getState().signIn(session));

  it('is waited for: the button says so, and no other press counts', async () => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    let sent = 0;
    server.use(
      http.post('*/bookings', async () => {
        sent += 1;
        await held;
        return HttpResponse.json(created.body, { status: created.status });
      }),
    );
    const { user } = renderSite(address);
    await ready();
    const button = screen.getByRole('button', { name: 'Proceed to payment' });
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    await user.click(button);
    await user.keyboard('{Enter}');
    answerNow();
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(sent).toBe(1);
  });

  it('says how long to wait when there were too many tries, and takes the next press for the same booking', async () => {
    const sent: Array<string | null> = [];
    server.use(
      http.post('*/bookings', ({ request }) => {
        sent.push(request.headers.get('Idempotency-Key'));
        return sent.length === 1
          ? HttpResponse.json(
              { code: 'TOO_MANY_REQUESTS', message: 'x' },
              { status: 429, headers: { 'Retry-After': '7' } },
            )
          : HttpResponse.json(created.body, { status: created.status });
      }),
    );
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/7 seconds/);
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
  });

  it('has its reason shown when it refuses what was sent, and keeps what was chosen', async () => {
    const sent = bookingsAnswer(
      {
        status: 422,
        body: {
          code: 'VALIDATION',
          message: 'The pick-up is outside opening hours.',
          errors: [{ field: 'startDatetime', code: 'CLOSED', message: 'Closed at that time' }],
        },
      },
      created,
    );
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('checkbox', { name: /Second helmet/ }));
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The pick-up is outside opening hours.');
    expect(screen.getByRole('checkbox', { name: /Second helmet/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe('a session that ends while booking', () => {
  it('leads to signing in and back to the same ride', async () => {
    useAuth.getState().signIn(session);
    server.use(
      http.post('*/auth/refresh-token', () =>
        HttpResponse.json({ code: 'REFRESH_REJECTED' }, { status: 401 }),
      ),
      http.post('*/auth/login', () => HttpResponse.json({ data: session })),
    );
    bookingsAnswer({ status: 401, body: { code: 'INVALID_TOKEN', message: 'Please sign in again.' } });
    const { router, user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('checkbox', { name: /Second helmet/ }));
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Please sign in again.');
    await user.click(within(alert).getByRole('link', { name: 'Sign in' }));
    // Whose session it was is known, and not to be typed again.
    expect(await screen.findByLabelText('Email')).toHaveValue('salma@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret123{Enter}');
    await ready();
    expect(router.state.location.search).toMatchObject({ motorcycleId, startDate: start, endDate: end });
    expect(screen.getByRole('checkbox', { name: /Second helmet/ })).toBeChecked();
  });
});

describe('booking as a visitor', () => {
  async function fill(user: ReturnType<typeof renderSite>['user'], email = 'salma@example.com') {
    await ready();
    await user.type(screen.getByLabelText('First name'), 'Salma');
    await user.type(screen.getByLabelText('Last name'), 'Idrissi');
    await user.type(screen.getByLabelText('Email'), email);
    await user.type(screen.getByLabelText('Password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
  }

  it('takes no name of 200 letters in any script, and sends nothing', async () => {
    let registered = 0;
    server.use(
      http.post('*/auth/register', () => {
        registered += 1;
        return HttpResponse.json({ data: session }, { status: 201 });
      }),
    );
    const sent = bookingsAnswer(created);
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByLabelText('First name'));
    await user.paste('م'.repeat(200));
    await fill(user);
    await waitFor(() => expect(screen.getByLabelText('First name')).toBeInvalid());
    expect(screen.getByText('That is too long')).toBeInTheDocument();
    expect([registered, sent.length]).toEqual([0, 0]);
  });

  it('opens the account first, and keeps it when the booking fails', async () => {
    const registered: unknown[] = [];
    server.use(
      http.post('*/auth/register', async ({ request }) => {
        registered.push(await request.json());
        return HttpResponse.json({ data: session }, { status: 201 });
      }),
    );
    const sent = bookingsAnswer({ status: 500, body: { code: 'INTERNAL', message: 'x' } }, created);
    const { user } = renderSite(address);
    await fill(user);
    expect(await screen.findByText('Your booking was not made')).toBeInTheDocument();
    expect(useAuth.getState().user?.id).toBe(person.id);
    expect(screen.getByLabelText('First name')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    await screen.findByRole('heading', { name: 'Taking you to the payment page' });
    expect(registered).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('offers signing in for an email that has an account, and comes back with everything kept', async () => {
    server.use(
      http.post('*/auth/register', () =>
        HttpResponse.json(
          { code: 'EMAIL_TAKEN', message: 'User with email already exists' },
          { status: 409 },
        ),
      ),
      http.post('*/auth/login', () => HttpResponse.json({ data: session })),
    );
    const sent = bookingsAnswer(created);
    const { user, router } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('checkbox', { name: /Second helmet/ }));
    await fill(user, 'taken@example.com');
    await screen.findByText('This email already has an account');
    expect(sent).toHaveLength(0);
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('taken@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await ready();
    expect(router.state.location.search).toMatchObject({ motorcycleId, startDate: start, endDate: end });
    expect(screen.getByRole('checkbox', { name: /Second helmet/ })).toBeChecked();
  });

  it('says what has no field on the form where it is seen', async () => {
    bookingsAnswer({
      status: 422,
      body: {
        code: 'VALIDATION',
        message: 'Check the fields',
        errors: [{ field: 'startDatetime', code: 'IN_PAST', message: 'The start is over' }],
      },
    });
    useAuth.getState().signIn(session);
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    const alert = (await screen.findByText('The start is over')).closest('[role="alert"]');
    await waitFor(() => expect(alert).toHaveFocus());
  });

  it('puts what the server refused under its field', async () => {
    server.use(
      http.post('*/auth/register', () =>
        HttpResponse.json(
          {
            code: 'VALIDATION',
            message: 'Check the fields',
            errors: [{ field: 'email', code: 'INVALID_EMAIL', message: 'No such domain' }],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = renderSite(address);
    await fill(user);
    expect(await screen.findByText('No such domain')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveValue('Secret123');
  });
});
