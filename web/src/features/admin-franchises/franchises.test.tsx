import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdministeredFranchise } from '@/api/types';
import type { MapViewProps } from '@/features/map/map-view';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

/** The map needs a browser; here pressing it is pressing Tangier. */
vi.mock('@/features/map/map-view', () => ({
  default: ({ onPlace }: MapViewProps) => (
    <button
      type="button"
      disabled={!onPlace}
      onClick={() => onPlace?.({ latitude: 35.76727, longitude: -5.79975 })}
    >
      {'the map'}
    </button>
  ),
}));

const other = '019a0000-0000-7000-8000-0000000000f2';

function make(changes: Partial<AdministeredFranchise> = {}): AdministeredFranchise {
  return {
    id: franchiseId,
    name: 'Atlas Moto',
    code: 'ATLAS',
    address: 'Avenue Mohammed V 3, Marrakech',
    latitude: 31.6295,
    longitude: -7.9811,
    contactEmail: 'atlas@example.com',
    contactPhone: '+212 524 00 00 00',
    operatingHours: { sunday: { start: '10:00', end: '14:00' }, monday: { start: '09:00', end: '18:00' } },
    status: 'ACTIVE',
    commissionRate: 0.15,
    graceMinutes: null,
    holdAutonomMinutes: 30,
    holdDeliveryMinutes: null,
    turnaroundMinutes: 60,
    fullRefundHours: 48,
    partialRefundHours: 24,
    partialRefundPercent: 50,
    platformSettings: { graceMinutes: 180, holdAutonomMinutes: 30, holdDeliveryMinutes: 1440 },
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    ...changes,
  };
}

/** The server's franchises as a test plays them; returns what was sent. */
function play(rows: AdministeredFranchise[]) {
  const sent: { method: string; id: string; body: Record<string, unknown> }[] = [];
  const problem = (status: number, code: string, message: string) =>
    HttpResponse.json({ status, code, message }, { status });
  server.use(
    http.get('*/franchises', () =>
      HttpResponse.json({
        data: { franchises: rows, pagination: { page: 1, limit: 25, total: rows.length, totalPages: 1 } },
      }),
    ),
    http.get('*/franchises/:id', ({ params }) => {
      const row = rows.find(({ id }) => id === params.id);
      if (row) return HttpResponse.json({ data: { franchise: row } });
      if (params.id !== other) return problem(404, 'FRANCHISE_NOT_FOUND', 'Franchise not found');
      // An active franchise of others is public, without its administration.
      const { status: _s, createdAt: _c, updatedAt: _u, ...open } = make({ id: other });
      return HttpResponse.json({ data: { franchise: open } });
    }),
    http.post('*/franchises', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'POST', id: '', body });
      if (body.code === 'ATLAS')
        return problem(409, 'FRANCHISE_CODE_TAKEN', 'Franchise with code ATLAS already exists');
      const row = make({ ...(body as Partial<AdministeredFranchise>), id: other });
      rows.push(row);
      return HttpResponse.json({ data: { franchise: row } }, { status: 201 });
    }),
    http.put('*/franchises/:id', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'PUT', id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const now = {
        ...(rows[at] as AdministeredFranchise),
        ...(body as Partial<AdministeredFranchise>),
        updatedAt: '2026-11-21T12:00:00Z',
      };
      rows[at] = now;
      return HttpResponse.json({ data: { franchise: now } });
    }),
    http.get('*/users', () =>
      HttpResponse.json({
        data: {
          users: [{ id: 'u1', firstName: 'Nadia', lastName: 'Amrani', email: 'nadia@example.com' }],
          pagination: { total: 1 },
        },
      }),
    ),
    http.get('*/franchises/:id/financials', ({ request }) => {
      const asked = Object.fromEntries(new URL(request.url).searchParams);
      sent.push({ method: 'GET', id: 'financials', body: asked });
      const sums = { revenue: 4500, refunds: 450, commission: 607.5, net: 3442.5, bookingCount: 7 };
      return HttpResponse.json({
        data: {
          financials: sums,
          days: asked.minRevenue ? [] : [{ date: '2026-11-20', ...sums, bookingCount: 2 }],
          pagination: { page: 1, limit: 31, total: 1, totalPages: 1 },
        },
      });
    }),
    http.get('*/franchises/:id/statements', () =>
      HttpResponse.json({
        data: {
          statements: [{ month: '2026-10', gross: 9000, commission: 1350, net: 7650 }],
          pagination: { total: 1 },
        },
      }),
    ),
    http.get('*/franchises/:id/statements/:month/pdf', ({ request, params }) => {
      sent.push({
        method: 'GET',
        id: String(params.month),
        body: { lang: new URL(request.url).searchParams.get('lang') },
      });
      return HttpResponse.json({ status: 500, code: 'INTERNAL', message: 'Out of paper' }, { status: 500 });
    }),
    http.delete('*/franchises/:id', () =>
      problem(409, 'FRANCHISE_IN_USE', 'Cannot delete franchise, it has 4 motorcycle(s)'),
    ),
  );
  const changes = () => sent.filter(({ method }) => method !== 'GET');
  return Object.assign(changes, { all: sent });
}

/** Writes into a field at once: the form is long, and typing letter by letter is not what is looked at here. */
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  signInStaff();
});

describe('the list', () => {
  it('names franchises with their state and commission, and approves those that wait', async () => {
    const sent = play([
      make(),
      make({ id: other, name: 'Rif Riders', code: 'RIF', status: 'PENDING_APPROVAL' }),
    ]);
    const { user } = renderSite('/admin/franchises');
    const table = await screen.findByRole('table', { name: 'Franchises' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/Atlas Moto.*ATLAS.*Active.*Marrakech.*15%/);
    expect(second).toHaveTextContent(/Rif Riders.*Waiting for approval/);
    await user.click(screen.getByRole('checkbox', { name: 'Choose every row of this page' }));
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ id: other, body: { status: 'ACTIVE' } });
  });

  it('keeps one that is in use, and says why', async () => {
    play([make()]);
    const { user } = renderSite('/admin/franchises');
    await user.click(await screen.findByRole('button', { name: /^Delete .?Atlas Moto/ }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('it has 4 motorcycle(s)');
  });
});

describe('the form', () => {
  it('makes one with its place, hours and commission in percent', async () => {
    const sent = play([make()]);
    const { user } = renderSite('/admin/franchises/add');
    await screen.findByLabelText('Name');
    fill('Name', 'Rif Riders');
    fill('Code', 'ATLAS');
    fill('Email', 'rif@example.com');
    fill('Latitude', '35.1688, -5.2636');
    expect(screen.getByLabelText('Longitude')).toHaveValue('-5.2636');
    await user.click(screen.getByLabelText('Saturday'));
    await user.click(screen.getByLabelText('Monday'));
    fill('Commission', '12,5');
    await user.click(screen.getByText('Save'));
    expect(await screen.findByText('Franchise with code ATLAS already exists')).toBeInTheDocument();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    fill('Code', 'RIF');
    await user.click(screen.getByText('Save'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Rif Riders' })).toBeInTheDocument();
    expect(sent()[1]?.body).toEqual({
      name: 'Rif Riders',
      code: 'RIF',
      status: 'PENDING_APPROVAL',
      contactEmail: 'rif@example.com',
      latitude: 35.1688,
      longitude: -5.2636,
      operatingHours: {
        monday: { start: '08:00', end: '20:00' },
        saturday: { start: '08:00', end: '20:00' },
      },
      commissionRate: 0.125,
      turnaroundMinutes: 0,
      fullRefundHours: 48,
      partialRefundHours: 24,
      partialRefundPercent: 50,
    });
  });

  it('sends what was changed, and gives a setting back to the platform', async () => {
    const sent = play([make()]);
    const { user } = renderSite(`/admin/franchises/edit/${franchiseId}`);
    await user.click(await screen.findByText('the map'));
    expect(screen.getByLabelText('Latitude')).toHaveValue('35.76727');
    fill(/pick-up$/, '');
    await user.click(screen.getByText('Like Monday on every day'));
    await user.click(screen.getByLabelText('Sunday'));
    fill('Latitude', '');
    fill('Longitude', '');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const { operatingHours, ...rest } = sent()[0]?.body ?? {};
    expect(rest).toEqual({
      holdAutonomMinutes: null,
      latitude: null,
      longitude: null,
      updatedAt: '2026-01-05T09:00:00Z',
    });
    expect(Object.keys(operatingHours as object)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
      'saturday',
    ]);
  });

  it('refuses a part refund that ends before the full one, and half a position', async () => {
    const sent = play([make()]);
    const { user } = renderSite(`/admin/franchises/edit/${franchiseId}`);
    await screen.findByLabelText('Latitude');
    fill('Latitude', '');
    fill(/^A part/, '72');
    await user.click(screen.getByText('Save'));
    expect(await screen.findByText('That is too large')).toBeInTheDocument();
    expect(screen.getByText('This does not look right')).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it('approves one that waits, and shows it', async () => {
    const sent = play([make({ status: 'PENDING_APPROVAL' })]);
    const { user } = renderSite(`/admin/franchises/edit/${franchiseId}`);
    expect(await screen.findByText(/is told by mail at .?atlas@example.com/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('ACTIVE'));
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    expect(sent()[0]?.body).toEqual({ status: 'ACTIVE', updatedAt: '2026-01-05T09:00:00Z' });
  });
});

describe('its people and money', () => {
  it('are below the form, filtered by period and revenue, with a statement for each month', async () => {
    const sent = play([make()]);
    const { user } = renderSite(`/admin/franchises/edit/${franchiseId}`);
    expect(await screen.findByRole('link', { name: 'Nadia Amrani' })).toHaveAttribute(
      'href',
      '/admin/users/edit/u1',
    );
    expect(screen.getByRole('link', { name: 'Add a user' })).toHaveAttribute(
      'href',
      `/admin/users/add?franchiseId=${franchiseId}&role=FRANCHISE_ADMIN`,
    );
    const table = await screen.findByRole('table', { name: 'Day by day' });
    expect(table).toHaveTextContent(/20 Nov 2026.*4,500\.00.*450\.00.*607\.50.*3,442\.50.*2/);
    fill('Revenue of a day, from', '1000');
    expect(await screen.findByText('No money moved on these days.')).toBeInTheDocument();
    expect(sent.all.findLast(({ id }) => id === 'financials')?.body).toMatchObject({
      minRevenue: '1000',
      page: '1',
    });
    await user.click(screen.getByRole('button', { name: 'As PDF October 2026' }));
    expect(await screen.findByText('The statement was not saved')).toBeInTheDocument();
    expect(sent.all.at(-1)).toMatchObject({ id: '2026-10', body: { lang: 'en' } });
  });
});

describe('for its own administrator', () => {
  beforeEach(() => {
    signInStaff(
      { role: 'FRANCHISE_ADMIN', franchiseId },
      { permissions: ['FRANCHISE_LIST', 'FRANCHISE_GET_BY_ID', 'FRANCHISE_UPDATE'] },
    );
  });

  it('is its contacts, place and hours', async () => {
    play([make({ status: 'PENDING_APPROVAL' })]);
    renderSite(`/admin/franchises/edit/${franchiseId}`);
    expect(await screen.findByRole('textbox', { name: /^Email/ })).toBeEnabled();
    expect(screen.getByRole('group', { name: 'Days and times' })).toBeEnabled();
    for (const name of ['Name', 'Commission', /^Between two rentals/])
      expect(screen.queryByRole('textbox', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    // What is agreed is there to read: the platform's figure where there is none of its own.
    const terms = screen.getByRole('region', { name: 'What is agreed with the platform' });
    expect(terms).toHaveTextContent(/Commission15%.*Late return not billed180 min/);
  });

  it('stands in place of the list, without a way back to it', async () => {
    play([make()]);
    renderSite('/admin/franchises');
    expect(await screen.findByRole('heading', { level: 1, name: 'Atlas Moto' })).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('link', { name: 'Franchises' })).not.toBeInTheDocument();
    expect(main.queryByRole('link', { name: 'Cancel' })).not.toBeInTheDocument();
  });

  it('is not another one', async () => {
    play([make()]);
    renderSite(`/admin/franchises/edit/${other}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such record' }),
    ).toBeInTheDocument();
  });
});
