import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

it('is where the admin area begins, and shows today before the month', async () => {
  signInStaff({}, { permissions: ['DASHBOARD_STATS', 'SUPPLEMENT_LIST'] });
  server.use(
    http.get('*/dashboard/stats', () =>
      HttpResponse.json({
        data: {
          stats: {
            at: '2026-11-21T09:00:00Z',
            today: {
              pickUps: 4,
              pickUpsDone: 1,
              returns: 2,
              returnsDone: 0,
              overdue: 5,
              lists: {
                pickUps: '',
                returns: '',
                overdue: 'status=ACTIVE&endDatetimeBefore=2026-11-21T08:59:59.999999Z',
              },
            },
            revenue: { thisMonth: 12500.5, lastMonth: 9000, byDay: [] },
            utilisation: { bookedHours: 1, fleetHours: 4, share: 0.254 },
            newCustomers: 7,
            pendingPayments: { count: 3, amount: 900 },
          },
        },
      }),
    ),
  );
  renderSite('/admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
  expect(await screen.findByText('As of 21 Nov 2026, 10:00')).toBeInTheDocument();
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms.slice(0, 2)).toEqual(['Pick-ups today', 'Returns today']);
  const figure = (name: string) => screen.getByText(name).closest('div') as HTMLElement;
  expect(within(figure('Pick-ups today')).getByText('1 handed over')).toBeInTheDocument();
  expect(within(figure('Revenue this month')).getByText(/^12,500\.50/)).toBeInTheDocument();
  expect(within(figure('Late')).getByRole('link', { name: '5' })).toHaveAttribute(
    'href',
    '/admin/bookings?status=ACTIVE&endDatetimeBefore=2026-11-21T08:59:59.999999Z',
  );
  expect(within(figure('Utilisation')).getByText('25%')).toBeInTheDocument();
});
