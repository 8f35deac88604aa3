import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DashboardReport, DashboardStats } from '@/api/types';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const other = '019a0000-0000-7000-8000-0000000000f2';

const stats: DashboardStats = {
  at: '2026-11-21T09:00:00Z',
  franchiseId: null,
  currency: 'MAD',
  bookingsByStatus: {},
  today: {
    pickUps: 4,
    pickUpsDone: 1,
    returns: 2,
    returnsDone: 0,
    overdue: 5,
    lists: {
      pickUps: 'status=CONFIRMED&status=ACTIVE&startDatetimeAfter=2026-11-20T23:00:00Z',
      pickUpsDone: 'status=ACTIVE&status=COMPLETED&startDatetimeAfter=2026-11-20T23:00:00Z',
      returns: 'endDatetimeAfter=2026-11-20T23:00:00Z',
      returnsDone: 'status=COMPLETED&endDatetimeAfter=2026-11-20T23:00:00Z',
      overdue: 'status=ACTIVE&endDatetimeBefore=2026-11-21T08:59:59.999999Z',
    },
  },
  revenue: { thisMonth: 12_500.5, lastMonth: 9000, byDay: [] },
  utilisation: { bookedHours: 1, fleetHours: 4, share: 0.254 },
  fleetByStatus: { AVAILABLE: 90, BOOKED: 20, MAINTENANCE: 8, UNAVAILABLE: 2 },
  newCustomers: 7,
  pendingPayments: { count: 3, amount: 900 },
  topMotorcycles: [
    { id: 'm1', make: 'Yamaha', model: 'Ténéré 700', registrationNumber: '1-A-6', rentals: 6, value: 5400 },
  ],
};

const figures = (changes: Partial<DashboardReport['current']> = {}): DashboardReport['current'] => ({
  revenue: 1200,
  payments: 6,
  bookings: 12,
  sold: 8,
  averagePrice: 150,
  cancellations: 3,
  lapsed: 2,
  rentals: 9,
  utilisation: { bookedHours: 40, fleetHours: 160, share: 0.25 },
  ...changes,
});

const report: DashboardReport = {
  at: '2026-11-21T09:00:00Z',
  from: '2026-11-18T23:00:00Z',
  to: '2026-11-21T23:00:00Z',
  beforeFrom: '2026-11-15T23:00:00Z',
  currency: 'MAD',
  current: figures(),
  before: figures({ revenue: 1000, bookings: 12, cancellations: 2, averagePrice: 0 }),
  byDay: ['2026-11-19', '2026-11-20', '2026-11-21'].map((date, index) => ({
    date,
    revenue: 400 * index,
    bookings: 4,
    cancellations: index,
  })),
  byFranchise: [
    { id: franchiseId, name: 'Atlas Moto', revenue: 900, bookings: 8, cancellations: 1 },
    { id: other, name: 'Rif Rides', revenue: 300, bookings: 4, cancellations: 2 },
  ],
};

let shown: { stats: DashboardStats; report: DashboardReport };
let asked: URL[];

beforeEach(() => {
  shown = { stats, report };
  asked = [];
  server.use(
    http.get('*/dashboard/stats', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json({ data: { stats: shown.stats } });
    }),
    http.get('*/dashboard/report', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json({ data: { report: shown.report } });
    }),
    http.get('*/events', () =>
      HttpResponse.json({ data: { events: [], at: '2026-11-21T09:00:00Z', isComplete: true } }),
    ),
  );
});

const signIn = (changes = {}) =>
  signInStaff(changes, { permissions: ['DASHBOARD_STATS', 'SUPPLEMENT_LIST'] });
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement;
const link = (within_: HTMLElement, name: string | RegExp) => within(within_).getByRole('link', { name });
const leadsTo = (element: HTMLElement) => {
  const url = new URL(element.getAttribute('href') ?? '', location.origin);
  return [url.pathname, url.search.slice(1).replaceAll('%3A', ':')];
};

it('is where the admin area begins, and shows the day before the period', async () => {
  signIn();
  renderSite('/admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
  expect(await screen.findByText('As of 21 Nov 2026, 10:00')).toBeInTheDocument();
  await screen.findByText('Revenue', { selector: 'dt' });
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms.slice(0, 8)).toEqual([
    'Pick-ups today',
    'Returns today',
    'Late',
    'Revenue',
    'Utilisation',
    'Bookings',
    'Cancellations',
    'Average price',
  ]);
  expect(leadsTo(link(figure('Late'), '5'))).toEqual([
    '/admin/bookings',
    'status=ACTIVE&endDatetimeBefore=2026-11-21T08:59:59.999999Z',
  ]);
  expect(leadsTo(link(figure('Pick-ups today'), '1 handed over'))).toEqual([
    '/admin/bookings',
    'status=ACTIVE&status=COMPLETED&startDatetimeAfter=2026-11-20T23:00:00Z',
  ]);
});

it('shows a period beside the one before, each number leading to its list', async () => {
  signIn();
  renderSite('/admin/dashboard');
  await screen.findByText('Revenue', { selector: 'dt' });
  expect(screen.getByText(/^Compared with 16\W+18 Nov 2026$/)).toBeInTheDocument();
  expect(leadsTo(link(figure('Revenue'), 'from 6 payments'))).toEqual([
    '/admin/payments',
    'revenueAfter=2026-11-19&revenueBefore=2026-11-21',
  ]);
  expect(within(figure('Revenue')).getByText('+20%: more than before')).toBeInTheDocument();
  expect(leadsTo(link(figure('Revenue'), /^1,000\.00/))[1]).toBe(
    'revenueAfter=2026-11-16&revenueBefore=2026-11-18',
  );
  expect(within(figure('Bookings')).getByText('As before')).toBeInTheDocument();
  expect(within(figure('Cancellations')).getByText('+50%: more than before')).toHaveClass('text-rose');
  expect(leadsTo(link(figure('Cancellations'), '2 not paid in time'))[1]).toBe(
    'cancelledAfter=2026-11-19&cancelledBefore=2026-11-21&isLapsed=true',
  );
  expect(within(figure('Average price')).getByText('More than before')).toBeInTheDocument();
  expect(leadsTo(link(figure('Utilisation'), '9 rentals'))[1]).toContain(
    'endDatetimeAfter=2026-11-18T23:00:00.000001Z',
  );
  const fleet = screen.getByText('Payments under way', { selector: 'dt' }).parentElement as HTMLElement;
  expect(leadsTo(link(fleet, '3 payments'))).toEqual(['/admin/payments', 'status=PENDING&status=PROCESSING']);
});

it('has the numbers of a chart in a table', async () => {
  signIn();
  const { user } = renderSite('/admin/dashboard');
  const panel = await screen.findByRole('region', { name: 'Bookings and cancellations' });
  expect(within(panel).getByRole('img')).toHaveAccessibleName(
    /Most on Thu, 19 Nov 2026: bookings 4, cancellations 0$/,
  );
  await user.click(within(panel).getByRole('button', { name: 'As a table' }));
  const table = within(panel).getByRole('table', { name: 'Bookings and cancellations' });
  const [, first, , last] = within(table).getAllByRole('row');
  expect(within(first as HTMLElement).getByRole('rowheader')).toHaveTextContent('19 Nov 2026');
  expect(leadsTo(link(last as HTMLElement, '2'))[1]).toBe(
    'cancelledAfter=2026-11-21&cancelledBefore=2026-11-21',
  );
});

it('is narrowed to a period and a franchise by its address', async () => {
  signIn();
  const { router, user } = renderSite('/admin/dashboard?from=2026-11-19&to=2026-11-21');
  const table = await screen.findByRole('table', { name: 'By franchise' });
  expect(leadsTo(link(table, '4'))[1]).toBe(
    `createdAfter=2026-11-19&createdBefore=2026-11-21&franchiseId=${other}`,
  );
  await user.click(link(table, 'Rif Rides'));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      from: '2026-11-19',
      to: '2026-11-21',
      franchiseId: other,
    }),
  );
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('franchiseId')).toBe(other));
  expect(asked.filter(({ searchParams }) => searchParams.get('franchiseId') === other)).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'The last 30 days' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ franchiseId: other }));
  expect(screen.getByRole('link', { name: 'The last 30 days' })).toHaveAttribute('aria-current');
  await user.click(screen.getByRole('link', { name: 'This month' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ franchiseId: other, from: /-01$/ }),
  );
});

it('changes its numbers when something has happened, and moves no row', async () => {
  signIn();
  renderSite('/admin/dashboard');
  const table = await screen.findByRole('table', { name: 'By franchise' });
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent);
  expect(names()).toEqual(['Atlas Moto', 'Rif Rides']);
  const [atlas, rif] = report.byFranchise ?? [];
  if (!atlas || !rif) throw new Error('two franchises');
  shown = {
    stats: { ...stats, today: { ...stats.today, pickUps: 6 } },
    report: {
      ...report,
      current: figures({ bookings: 13 }),
      byFranchise: [{ ...rif, revenue: 5000, bookings: 5 }, atlas],
    },
  };
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(link(figure('Bookings'), '13')).toBeInTheDocument());
  await waitFor(() => expect(link(figure('Pick-ups today'), '6')).toBeInTheDocument());
  expect(names()).toEqual(['Atlas Moto', 'Rif Rides']);
  expect(link(table, '5')).toBeInTheDocument();
});

it('keeps what there is when a part fails, with a way to try again', async () => {
  signIn();
  let broken = true;
  server.use(
    http.get('*/dashboard/report', () =>
      broken
        ? HttpResponse.json(
            { status: 409, code: 'UNEXPECTED', message: '', requestId: 'r-42' },
            { status: 409 },
          )
        : HttpResponse.json({ data: { report } }),
    ),
  );
  const { user } = renderSite('/admin/dashboard');
  expect(await screen.findByText('Pick-ups today')).toBeInTheDocument();
  expect(await screen.findByText('r-42')).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Revenue', { selector: 'dt' })).toBeInTheDocument();
});

it('shows a franchise its own, and says where nothing happened', async () => {
  signIn({ role: 'FRANCHISE_ADMIN', franchiseId });
  const { byFranchise: _, ...own } = report;
  const nothing = report.byDay.map(({ date }) => ({ date, revenue: 0, bookings: 0, cancellations: 0 }));
  shown = { stats: { ...stats, topMotorcycles: [] }, report: { ...own, byDay: nothing } };
  renderSite('/admin/dashboard');
  await screen.findByText('Revenue', { selector: 'dt' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Franchise' })).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getAllByText('Nothing happened in this time.')).toHaveLength(3);
});
