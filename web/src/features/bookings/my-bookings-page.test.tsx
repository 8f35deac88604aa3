import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { bookingId, inMinutes, makeBooking, makePayment } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const person = makeUser();
const day = 24 * 60;
const next = makeBooking({
  id: '019a0000-0000-7000-8000-0000000000c2',
  reference: 'RH-NEXTRDE',
  bookingStatus: 'CONFIRMED',
  holdExpiresAt: null,
  startDatetime: inMinutes(5 * day),
  payment: makePayment({ status: 'COMPLETED' }),
  cancellation: { refundAmount: 975, refundPercent: 50, allowed: true },
});
const old = makeBooking({
  id: '019a0000-0000-7000-8000-0000000000c3',
  reference: 'RH-BEFORE2',
  bookingStatus: 'COMPLETED',
  holdExpiresAt: null,
});

const terms = {
  allowed: true,
  refundPercent: 25,
  refundAmount: 487.5,
  paidAmount: 1950,
  currency: 'MAD',
  policy: { fullRefundHours: 48, partialRefundHours: 24, partialRefundPercent: 25, forfeitedPercent: 0 },
};

/** What the server says that cancelling gives back, whatever the list was told. */
function termsAnswer(changes: Partial<typeof terms>) {
  return http.get('*/bookings/:id/cancellation', () =>
    HttpResponse.json({ data: { cancellation: { ...terms, ...changes } } }),
  );
}

function lists({ upcoming, past, pages = 1 }: { upcoming: Booking[]; past: Booking[]; pages?: number }) {
  server.use(
    http.get('*/bookings', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const bookings = query.getAll('status').includes('COMPLETED') ? past : upcoming;
      const page = Number(query.get('page'));
      return HttpResponse.json({
        data: { bookings, pagination: { page, limit: 10, total: bookings.length, totalPages: pages } },
      });
    }),
  );
}

beforeEach(() => {
  useAuth.getState().signIn({ user: person, accessToken: accessToken(600), refreshToken: 'r1' });
  server.use(http.get('*/auth/me', () => HttpResponse.json({ data: { user: person } })));
});

describe('my bookings', () => {
  it('are for signed-in people', async () => {
    useAuth.getState().signOut();
    const { router } = renderSite('/my-bookings');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  });

  it('put the next ride first, with place, plate and the way there', async () => {
    const motorcycle = next.motorcycle && { ...next.motorcycle, registrationNumber: '12345-A-26' };
    lists({ upcoming: [makeBooking(), { ...next, motorcycle }], past: [old] });
    renderSite('/my-bookings');
    const pass = await screen.findByRole('region', { name: 'Your next ride' });
    expect(within(pass).getByText('12345-A-26')).toBeInTheDocument();
    expect(within(pass).getByText('In 5 days')).toBeInTheDocument();
    expect(within(pass).getByText('Menara Mall')).toBeInTheDocument();
    expect(within(pass).getByRole('link', { name: 'Directions' })).toHaveAttribute(
      'href',
      expect.stringContaining('31.611%2C-8.009'),
    );
    const upcoming = screen.getByRole('region', { name: 'To come' });
    expect(within(upcoming).queryByText('RH-NEXTRDE')).toBeNull();
    const past = screen.getByRole('region', { name: 'Past and cancelled rides' });
    expect(within(past).getByText('RH-BEFORE2')).toBeInTheDocument();
  });

  it('lead to paying while there is time', async () => {
    const gone = makeBooking({ id: '019a0000-0000-7000-8000-0000000000c4', holdExpiresAt: inMinutes(-1) });
    lists({ upcoming: [makeBooking(), gone], past: [] });
    renderSite('/my-bookings');
    const links = await screen.findAllByRole('link', { name: /^Pay/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/booking/payment/${bookingId}`]);
    expect(screen.getByRole('timer')).toHaveTextContent(/14:\d\d/);
  });

  it('show the refund before cancelling, and cancel on confirmation only', async () => {
    let cancelled = '';
    lists({ upcoming: [next, { ...next, id: bookingId, startDatetime: inMinutes(9 * day) }], past: [] });
    server.use(
      termsAnswer({}),
      http.delete('*/bookings/:id', ({ params, request }) => {
        cancelled = `${params.id} ${new URL(request.url).searchParams.get('refundAmount')}`;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderSite('/my-bookings');
    await user.click(await screen.findByRole('button', { name: /^Cancel the booking/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this booking?' });
    await within(dialog).findByText(/487\.50/);
    expect(dialog).toHaveTextContent('25% of what you paid');
    expect(cancelled).toBe('');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the booking' }));
    await waitFor(() => expect(cancelled).toBe(`${bookingId} 487.5`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ask for the refund anew each time, and again when it is another one by then', async () => {
    const amounts = [975, 487.5, 200];
    const sent: Array<string | null> = [];
    lists({ upcoming: [next, { ...next, id: bookingId, startDatetime: inMinutes(9 * day) }], past: [] });
    server.use(
      http.get('*/bookings/:id/cancellation', () =>
        HttpResponse.json({ data: { cancellation: { ...terms, refundAmount: amounts.shift() } } }),
      ),
      http.delete('*/bookings/:id', ({ request }) => {
        sent.push(new URL(request.url).searchParams.get('refundAmount'));
        return sent.length === 1
          ? HttpResponse.json(
              { code: 'REFUND_CHANGED', message: 'Cancelling now gives back 200.' },
              { status: 409 },
            )
          : new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderSite('/my-bookings');
    const open = await screen.findByRole('button', { name: /^Cancel the booking/ });
    await user.click(open);
    expect(await within(screen.getByRole('dialog')).findByText(/975\.00/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep it' }));

    await user.click(open);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByText(/975\.00/)).toBeNull();
    await dialog.findByText(/487\.50/);
    await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Cancelling now gives back 200.');
    await dialog.findByText(/^200\.00/);
    await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
    await waitFor(() => expect(sent).toEqual(['487.5', '200']));
  });

  it('say when it is too late to cancel', async () => {
    lists({ upcoming: [next, { ...next, id: bookingId, startDatetime: inMinutes(9 * day) }], past: [] });
    server.use(termsAnswer({ allowed: false }));
    const { user } = renderSite('/my-bookings');
    await user.click(await screen.findByRole('button', { name: /^Cancel the booking/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/can no longer be cancelled here/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Cancel the booking' })).toBeDisabled();
  });

  it.each([
    ['went back', { status: 'PARTIALLY_REFUNDED' as const, refundedAmount: 975 }, /Paid back: 975\.00/],
    ['is on its way', { refundingAmount: 975 }, /On its way back to you: 975\.00/],
    ['did not arrive', { owedAmount: 975 }, /975\.00.* did not get back to you/],
    ['stays', {}, /Nothing comes back/],
  ])('tell what of the money %s', async (_what, payment, text) => {
    const cancelled = {
      ...old,
      bookingStatus: 'CANCELLED_BY_USER' as const,
      payment: makePayment({ status: 'COMPLETED', ...payment }),
    };
    lists({ upcoming: [], past: [cancelled] });
    renderSite('/my-bookings');
    const past = await screen.findByRole('region', { name: 'Past and cancelled rides' });
    expect(past).toHaveTextContent(text);
  });

  it('say so when there are none', async () => {
    lists({ upcoming: [], past: [] });
    renderSite('/my-bookings');
    expect(await screen.findByRole('heading', { name: 'No rides yet' })).toBeInTheDocument();
  });

  it('turn the pages of past rides', async () => {
    lists({ upcoming: [], past: [old], pages: 3 });
    const { user, router } = renderSite('/my-bookings');
    await user.click(await screen.findByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(router.state.location.href).toBe('/my-bookings?page=2'));
    expect(await screen.findByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  });

  it('lead from a page beyond the last to the last', async () => {
    server.use(
      http.get('*/bookings', ({ request }) => {
        const query = new URL(request.url).searchParams;
        const ended = query.getAll('status').includes('COMPLETED');
        const bookings = ended && query.get('page') === '2' ? [old] : [];
        return HttpResponse.json({
          data: { bookings, pagination: { page: 1, limit: 10, total: ended ? 11 : 0, totalPages: 2 } },
        });
      }),
    );
    const { router } = renderSite('/my-bookings?page=999');
    await screen.findByText('RH-BEFORE2');
    expect(router.state.location.href).toBe('/my-bookings?page=2');
  });

  it('can be tried again when they do not load', async () => {
    server.use(
      http.get('*/bookings', () =>
        HttpResponse.json({ code: 'FORBIDDEN', message: 'Not now' }, { status: 403 }),
      ),
    );
    const { user } = renderSite('/my-bookings');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    lists({ upcoming: [], past: [old] });
    await user.click(retry);
    expect(await screen.findByText('RH-BEFORE2')).toBeInTheDocument();
  });
});

describe('one booking', () => {
  it('shows price, place and the next step', async () => {
    server.use(
      http.get('*/bookings/:id', () =>
        HttpResponse.json({
          data: {
            booking: makeBooking({
              cancellation: { refundAmount: 0, refundPercent: 0, allowed: false },
              selectedSupplements: [
                {
                  supplementId: 's',
                  name: 'Second helmet',
                  quantity: 1,
                  unitPrice: 50,
                  amount: 50,
                  priceType: 'PER_RENTAL',
                  isFree: false,
                },
              ],
            }),
          },
        }),
      ),
    );
    renderSite(`/booking/${bookingId}`);
    await screen.findByRole('heading', { level: 1, name: /RH-7K3M9QX/ });
    expect(screen.getByText('Second helmet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Pay 1,950/ })).toHaveAttribute(
      'href',
      `/booking/payment/${bookingId}`,
    );
    expect(screen.getByText('Menara Mall')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel the booking' })).toBeNull();
  });
});
