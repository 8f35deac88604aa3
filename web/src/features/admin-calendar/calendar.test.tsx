import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FleetEntry, FleetRow } from '@/api/types';
import { franchiseId, signInStaff } from '@/test/admin';
import { bookingId, makeBooking } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const blockId = '019a0000-0000-7000-8000-0000000000b7';

const motorcycle = (index: number): FleetRow['motorcycle'] => ({
  id: `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  registrationNumber: `${index}-A-1`,
  make: 'Honda',
  model: `CB ${index}`,
  category: 'CITY',
  status: 'AVAILABLE',
  franchiseId,
  parkingPointId: null,
  basePricePerDay: 300,
});

/** A fleet of so many, of which the first has these entries; returns what was asked for. */
function play(total: number, entries: FleetEntry[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/fleet-calendar', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const first = (page - 1) * limit;
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, index) => ({
        motorcycle: motorcycle(first + index),
        entries: first + index === 0 ? entries : [],
      }));
      const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
      return HttpResponse.json({
        data: { from: query.get('from'), to: query.get('to'), rows, pagination },
      });
    }),
  );
  return asked;
}

const booking = (changes: Partial<FleetEntry> = {}): FleetEntry => ({
  kind: 'BOOKING',
  id: bookingId,
  startDatetime: inDays(-1),
  endDatetime: inDays(1),
  reference: 'RH-7K2M4P',
  bookingStatus: 'ACTIVE',
  customerName: 'Salma Idrissi',
  isOverdue: false,
  ...changes,
});
const block: FleetEntry = {
  kind: 'BLOCK',
  id: blockId,
  startDatetime: inDays(2),
  endDatetime: inDays(3),
  reason: 'repair',
  notes: 'Brakes',
  isOverdue: false,
};

beforeEach(() => {
  signInStaff();
  Element.prototype.scrollIntoView = vi.fn();
});

it('draws the rows in sight of a fleet of thousands, and asks for no others', async () => {
  const asked = play(5000, []);
  renderSite('/admin/calendar?scale=week&category=CITY&day=2026-12-03');
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  expect(grid).toHaveAttribute('aria-rowcount', '5001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    from: '2026-11-29T23:00:00Z',
    to: '2026-12-06T23:00:00Z',
    category: 'CITY',
    sort: 'make',
  });
  expect(asked.every((query) => query.get('page') === '1')).toBe(true);
});

it('asks for nothing that flies past, draws one cell of it, and all of what it comes to stand at', async () => {
  const asked = play(5000, []);
  renderSite('/admin/calendar?scale=month');
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  const frame = grid.parentElement;
  if (!frame) throw new Error('nothing scrolls');
  asked.length = 0;
  for (const top of [40_000, 80_000, 120_000]) {
    frame.scrollTop = top;
    fireEvent.scroll(frame);
    const rows = grid.querySelectorAll('tbody tr');
    expect(rows.length).toBeGreaterThan(10);
    expect(grid.querySelectorAll('tbody td')).toHaveLength(rows.length);
  }
  expect(asked).toEqual([]);
  await within(grid).findByText('2730-A-1');
  expect(grid.querySelectorAll('tbody td[data-cell]').length).toBeGreaterThan(28 * 10);
  expect(new Set(asked.map((query) => query.get('page')))).toEqual(new Set(['55', '56']));
});

it('is walked by keys, and what is in a cell opens with Enter', async () => {
  play(3, [booking()]);
  server.use(
    http.get('*/bookings/:id', () =>
      HttpResponse.json({ data: { booking: { ...makeBooking(), nextSteps: ['CANCEL'] } } }),
    ),
  );
  const { user } = renderSite('/admin/calendar?scale=day');
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  const [first] = within(grid).getAllByRole('gridcell');
  first?.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toHaveAttribute('data-cell', '1:1');
  await user.keyboard('{ArrowUp}{End}{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(/Honda CB 0.*RH-7K2M4P.*Salma Idrissi.*On the road/);
  expect(within(dialog).getByRole('link', { name: 'Open the booking' })).toHaveAttribute(
    'href',
    expect.stringContaining(bookingId),
  );
});

/** A rental of the future, answered as the server would when it is to be taken elsewhere. */
function playMove(answer: (to: Record<string, unknown>) => Response) {
  const asked: Record<string, unknown>[] = [];
  const record = makeBooking({
    bookingStatus: 'CONFIRMED',
    startDatetime: inDays(1),
    endDatetime: inDays(4),
  });
  play(3, [booking({ bookingStatus: 'CONFIRMED', startDatetime: inDays(1), endDatetime: inDays(4) })]);
  server.use(
    http.get('*/bookings/:id', () =>
      HttpResponse.json({ data: { booking: { ...record, nextSteps: ['MOVE', 'REASSIGN', 'CANCEL'] } } }),
    ),
    http.get('*/motorcycles/:id', ({ params }) =>
      HttpResponse.json({ data: { motorcycle: { ...motorcycle(2), id: params.id } } }),
    ),
    http.post('*/bookings/:id/move-quote', async ({ request }) => {
      const to = (await request.json()) as Record<string, unknown>;
      asked.push(to);
      return answer(to);
    }),
  );
  return { asked, record };
}

it('carries a rental to another motorcycle by keys, and asks the server before anything is done', async () => {
  const { asked, record } = playMove((to) =>
    HttpResponse.json({
      data: {
        moveQuote: {
          ...to,
          days: 1,
          baseRentalPrice: 1,
          supplementsTotalPrice: 0,
          totalAmount: record.totalAmount,
          currency: 'MAD',
          difference: 0,
          amountDue: 0,
          refundAmount: 0,
          allowed: true,
          available: true,
          nextFree: null,
        },
      },
    }),
  );
  const moved: unknown[] = [];
  server.use(
    http.post('*/bookings/:id/move', async ({ request }) => {
      moved.push(await request.json());
      return HttpResponse.json({ data: { booking: record, paymentUrl: null } });
    }),
  );
  // A day that the rental takes all of, whatever the time is now.
  const first = inDays(2.5).slice(0, 10);
  const { user } = renderSite(`/admin/calendar?scale=day&day=${first}`);
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  within(grid).getAllByRole('gridcell')[23]?.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowDown}');
  expect(document.activeElement).toHaveAttribute('data-cell', '2:23');
  expect(screen.getByText(/Honda CB 2, 2-A-1/)).toHaveRole('status');
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Another motorcycle' });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Change' })).toBeEnabled());
  const to = {
    motorcycleId: motorcycle(2).id,
    startDatetime: record.startDatetime,
    endDatetime: record.endDatetime,
  };
  expect(asked).toEqual([to]);
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(moved).toMatchObject([to]));
});

it('puts back what Escape drops, and tells in the server’s words why a place is refused', async () => {
  const { asked } = playMove(() =>
    HttpResponse.json(
      { status: 409, code: 'MOTORCYCLE_UNAVAILABLE', message: 'It is not for rent' },
      { status: 409 },
    ),
  );
  const first = inDays(2.5).slice(0, 10);
  const { user } = renderSite(`/admin/calendar?scale=day&day=${first}`);
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  within(grid).getAllByRole('gridcell')[23]?.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}{Escape}{Enter}');
  const gap = await screen.findByRole('dialog', { name: 'Honda CB 1' });
  await user.click(within(gap).getByRole('button', { name: 'Close' }));
  expect(asked).toEqual([]);
  within(grid).getAllByRole('gridcell')[23]?.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}{Enter}');
  expect(await screen.findByText('It is not for rent')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled();
});

it('offers the free time that keys chose, and blocks it as the server allows', async () => {
  play(1, []);
  const sent: unknown[] = [];
  server.use(
    http.post('*/motorcycles/:id/blocks', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { status: 409, code: 'BLOCK_CONFLICT', message: 'It is rented out then' },
        { status: 409 },
      );
    }),
  );
  const { user } = renderSite('/admin/calendar?scale=week&day=2027-03-03');
  const grid = await screen.findByRole('grid');
  await within(grid).findByText('0-A-1');
  within(grid).getAllByRole('gridcell')[1]?.focus();
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}');
  expect(await screen.findByRole('link', { name: 'Book it' })).toHaveAttribute(
    'href',
    '/admin/bookings/add?motorcycleId=019a0000-0000-7000-8000-000000000000&startDate=2027-03-03&startTime=00:00&endDate=2027-03-06&endTime=00:00',
  );
  await user.click(await screen.findByRole('button', { name: 'Block days' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is rented out then');
  expect(sent).toHaveLength(1);
});

it('says the same in a table, a line for each entry', async () => {
  play(30, [booking({ isOverdue: true, endDatetime: inDays(-0.5) }), block]);
  const { user } = renderSite('/admin/calendar?scale=month&as=table');
  const table = await screen.findByRole('table', { name: /^Rentals and blocks/ });
  const lines = within(table).getAllByRole('row');
  expect(lines[1]).toHaveTextContent(/Honda CB 0.*Overdue.*RH-7K2M4P.*Salma Idrissi/);
  expect(lines[2]).toHaveTextContent(/Repair.*Brakes/);
  expect(lines[3]).toHaveTextContent(/Honda CB 1.*Free all the time/);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByText('Honda CB 29')).toBeInTheDocument());
});

it('says the same on a phone, a card for each motorcycle', async () => {
  play(2, [booking({ isOverdue: true, endDatetime: inDays(-0.5) }), block]);
  signInStaff({}, { wide: false });
  renderSite('/admin/calendar?scale=month&as=table');
  const cards = within(await screen.findByRole('list', { name: /^Rentals and blocks/ })).getAllByRole(
    'listitem',
  );
  expect(cards[0]).toHaveTextContent(/Honda CB 0.*Overdue.*RH-7K2M4P.*Salma Idrissi.*Repair.*Brakes/);
  expect(cards[1]).toHaveTextContent(/Honda CB 1.*Free all the time/);
  expect(screen.queryByRole('table')).toBeNull();
});

it('keeps a window that others look at in its address', async () => {
  play(1, []);
  const { router, user } = renderSite('/admin/calendar?scale=month&day=2026-12-20&status=AVAILABLE');
  await screen.findByRole('heading', { level: 2, name: 'December 2026' });
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByRole('heading', { level: 2, name: 'January 2027' });
  expect(router.state.location.search).toEqual({ scale: 'month', day: '2027-01-01', status: 'AVAILABLE' });
  await user.click(screen.getByRole('button', { name: 'Week' }));
  expect(router.state.location.search).toMatchObject({ scale: 'week', day: '2027-01-01' });
});

it('shows what others book as it happens', async () => {
  const entries: FleetEntry[] = [];
  play(1, entries);
  renderSite('/admin/calendar?as=table');
  const table = await screen.findByRole('table');
  expect(await within(table).findByText('Honda CB 0')).toBeInTheDocument();
  expect(within(table).queryByText(/RH-7K2M4P/)).toBeNull();
  entries.push(booking());
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await within(table).findByText(/RH-7K2M4P/)).toBeInTheDocument();
});

it('leads back from a page of the table that there is no more, and says when nothing fits', async () => {
  play(30, []);
  const { router } = renderSite('/admin/calendar?scale=month&as=table&page=9');
  expect(await screen.findByText('26–30 of 30')).toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ page: '2' });
  play(0, []);
  await router.navigate({ to: '/admin/calendar', search: { as: 'table', q: 'nothing' } });
  expect(await screen.findByText('Nothing fits these filters')).toBeInTheDocument();
});
