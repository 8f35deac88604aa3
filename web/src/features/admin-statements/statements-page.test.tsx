import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

/** The months of a franchise; returns what was asked for. */
function play(total = 1) {
  const asked: URL[] = [];
  server.use(
    http.get('*/franchises/:id', ({ params }) =>
      HttpResponse.json({
        data: {
          franchise: {
            id: params.id,
            name: 'Atlas Moto',
            code: 'ATLAS',
            status: 'ACTIVE',
            platformSettings: {},
            updatedAt: '2026-01-05T09:00:00Z',
            createdAt: '2026-01-05T09:00:00Z',
          },
        },
      }),
    ),
    http.get('*/franchises/:id/statements', ({ request }) => {
      asked.push(new URL(request.url));
      const statements =
        total === 0 ? [] : [{ month: '2026-10', gross: 9000, commission: 1350, net: 7650, atCounter: 450 }];
      return HttpResponse.json({
        data: { statements, pagination: { page: 1, limit: 12, total, totalPages: Math.ceil(total / 12) } },
      });
    }),
    http.get('*/franchises/:id/statements/:month/pdf', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json({ status: 500, code: 'INTERNAL', message: 'Out of paper' }, { status: 500 });
    }),
  );
  return asked;
}

const permissions = ['FRANCHISE_FINANCIALS', 'FRANCHISE_LIST'] as const;

it('shows a franchise its own months, whatever the address says', async () => {
  signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId }, { permissions });
  const asked = play(13);
  renderSite('/admin/statements?franchiseId=019a0000-0000-7000-8000-0000000000f2&page=2');
  const row = (await screen.findByRole('rowheader', { name: 'October 2026' })).closest('tr') as HTMLElement;
  const cells = within(row).getAllByRole('cell');
  expect(
    cells.slice(0, 4).map((cell) => Number.parseFloat(cell.textContent?.replace(',', '') ?? '')),
  ).toEqual([9000, 1350, 7650, 450]);
  expect(asked[0]?.pathname).toContain(franchiseId);
  expect(asked[0]?.searchParams.get('page')).toBe('2');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'As PDF October 2026' }));
  expect(await screen.findByText('The statement was not saved')).toBeInTheDocument();
  expect(asked.at(-1)?.searchParams.get('lang')).toBe('en');
});

it('shows a phone the sums and the files of a month on a card', async () => {
  signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId }, { permissions, wide: false });
  play();
  renderSite('/admin/statements');
  const card = within(await screen.findByRole('list', { name: 'Monthly statements' })).getByRole('listitem');
  expect(within(card).getByRole('heading', { name: 'October 2026' })).toBeInTheDocument();
  expect(
    within(card)
      .getAllByRole('definition')
      .map((sum) => sum.textContent?.replace(/[^\d.]/g, '')),
  ).toEqual(['9000.00', '1350.00', '7650.00', '450.00']);
  expect(within(card).getAllByRole('button')).toHaveLength(2);
  expect(screen.queryByRole('table')).toBeNull();
});

it('has the platform choose a franchise first', async () => {
  signInStaff({}, { permissions });
  const asked = play();
  const { router } = renderSite('/admin/statements?franchiseId=nonsense');
  expect(await screen.findByRole('heading', { name: 'Choose a franchise' })).toBeInTheDocument();
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Franchise' }));
  await userEvent.click(await screen.findByRole('option', { name: /Atlas Moto/ }));
  expect(await screen.findByRole('rowheader', { name: 'October 2026' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ franchiseId });
});

it('says that there is none yet', async () => {
  signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId }, { permissions });
  play(0);
  renderSite('/admin/statements');
  expect(await screen.findByRole('heading', { name: 'No statements yet' })).toBeInTheDocument();
});
