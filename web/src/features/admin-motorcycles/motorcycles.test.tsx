import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FleetMotorcycle, MotorcycleFeature } from '@/api/types';
import { franchiseId, makeFleetMotorcycle as make, signInStaff } from '@/test/admin';
import { makeMotorcycle, motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { playUploads } from '@/test/uploads';

const abs = '019a0000-0000-7000-8000-0000000000e1';
const grips = '019a0000-0000-7000-8000-0000000000e2';
const foreign = '019a0000-0000-7000-8000-0000000000e3';

/** The server's fleet as a test plays it; returns what was asked and sent. */
function play(rows: FleetMotorcycle[]) {
  const asked: URLSearchParams[] = [];
  const sent: { method: string; id: string; body: Record<string, unknown> }[] = [];
  const problem = (status: number, code: string, message: string, more = {}) =>
    HttpResponse.json({ status, code, message, ...more }, { status });
  const feature = (id: string, name: string, owner: string | null): MotorcycleFeature => ({
    id,
    name,
    description: '',
    iconUrl: null,
    franchiseId: owner,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
  });
  server.use(
    http.get('*/motorcycles/admin', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const pagination = { page: 1, limit: 25, total: rows.length, totalPages: 1 };
      return HttpResponse.json({ data: { motorcycles: rows, pagination } });
    }),
    http.get('*/motorcycles/:id', ({ params }) => {
      const row = rows.find(({ id }) => id === params.id);
      if (!row) return problem(404, 'MOTORCYCLE_NOT_FOUND', 'Motorcycle not found');
      return HttpResponse.json({ data: { motorcycle: row } });
    }),
    http.post('*/motorcycles', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'POST', id: '', body });
      const row = make({ ...(body as Partial<FleetMotorcycle>), id: motorcycleId });
      rows.push(row);
      return HttpResponse.json({ data: { motorcycle: row } }, { status: 201 });
    }),
    http.put('*/motorcycles/:id', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'PUT', id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const row = rows[at];
      if (!row) return problem(404, 'MOTORCYCLE_NOT_FOUND', 'Motorcycle not found');
      if (body.registrationNumber === 'TAKEN')
        return problem(409, 'REGISTRATION_TAKEN', 'Motorcycle with registration number TAKEN already exists');
      const now = { ...row, ...(body as Partial<FleetMotorcycle>), updatedAt: '2026-11-21T12:00:00Z' };
      rows[at] = now;
      return HttpResponse.json({ data: { motorcycle: now } });
    }),
    http.delete('*/motorcycles/:id', ({ params }) => {
      sent.push({ method: 'DELETE', id: String(params.id), body: {} });
      return problem(409, 'MOTORCYCLE_IN_USE', 'Cannot delete motorcycle, it is used in 4 booking(s)');
    }),
    http.get('*/motorcycles/:id/calendar', () =>
      HttpResponse.json({ data: { calendar: { month: '2026-11', days: [] } } }),
    ),
    http.get('*/motorcycles/:id/device', () => HttpResponse.json({ data: { device: null } })),
    http.get('*/motorcycle-features', () =>
      HttpResponse.json({
        data: {
          motorcycleFeatures: [
            feature(abs, 'ABS', null),
            feature(grips, 'Heated grips', franchiseId),
            feature(foreign, 'Sidecar', '019a0000-0000-7000-8000-0000000000f9'),
          ],
          pagination: { page: 1, limit: 100, total: 3, totalPages: 1 },
        },
      }),
    ),
    http.get('*/parking-points/:id', () =>
      HttpResponse.json({ data: { parkingPoint: { id: parkingPointId, name: 'Menara Mall' } } }),
    ),
  );
  return { asked, sent };
}

beforeEach(() => {
  signInStaff();
});

describe('the list', () => {
  it('tells motorcycles of one model apart by their plates, filters, and turns them on and off', async () => {
    const { asked, sent } = play([
      make(),
      make({ id: abs, registrationNumber: '777-B-1', status: 'BOOKED' }),
      make({ id: grips, registrationNumber: '778-B-1', status: 'UNAVAILABLE', parkingPointId: null }),
    ]);
    const { user } = renderSite('/admin/motorcycles?status=AVAILABLE&minPrice=100');
    const table = await screen.findByRole('table', { name: 'Motorcycles' });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      status: 'AVAILABLE',
      minPrice: '100',
      sort: '-updatedAt',
      includeFeatures: 'false',
    });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/Yamaha Ténéré 700.*12345-أ-6.*Available.*650.*Menara Mall.*Atlas Moto/);
    expect(second).toHaveTextContent('Rented out');

    await user.click(screen.getByRole('checkbox', { name: 'Choose every row of this page' }));
    const bar = screen.getByRole('region', { name: 'Chosen rows' });
    await user.click(within(bar).getByRole('button', { name: 'Send to maintenance' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ id, body }) => [id, body.status])).toEqual([
      [motorcycleId, 'MAINTENANCE'],
      [grips, 'MAINTENANCE'],
    ]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent.slice(2).map(({ body }) => body.status)).toEqual(['AVAILABLE', 'UNAVAILABLE']),
    );
  });

  it('keeps one that was booked, and says so', async () => {
    play([make()]);
    const { user } = renderSite('/admin/motorcycles');
    await user.click(await screen.findByRole('button', { name: /^Delete .?Yamaha Ténéré 700/ }));
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('make it unavailable instead');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('it is used in 4 booking(s)');
  });
});

describe('the form', () => {
  it('adds a motorcycle with its features and papers, and stays with it for its pictures', async () => {
    const { sent } = play([]);
    const begun = playUploads();
    const { router, user } = renderSite('/admin/motorcycles/add');
    await screen.findByRole('textbox', { name: 'Make' });
    for (const [name, value] of [
      ['Make', 'Honda'],
      ['Model', 'CB 500'],
      ['Plate', '9-A-1'],
      ['Year', '2025'],
      ['Price per day', '300'],
    ] as const) {
      await user.click(screen.getByRole('textbox', { name }));
      await user.paste(value);
    }
    expect(screen.getByRole('option', { name: 'Rented out' })).toBeDisabled();
    expect(screen.queryByRole('checkbox', { name: 'Heated grips' })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Franchise' }));
    await user.click(await screen.findByRole('option', { name: /Atlas Moto/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Heated grips' }));
    await user.click(screen.getByRole('checkbox', { name: 'ABS' }));
    expect(screen.queryByRole('checkbox', { name: 'Sidecar' })).toBeNull();

    const paper = new File(['%PDF-1.7'], 'grise.pdf', { type: 'application/pdf' });
    const picker = screen.getByLabelText('Grey card', { selector: 'input' });
    await user.upload(picker, paper);
    await waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]?.form.get('purpose')).toBe('GRAY_CARD');
    begun[0]?.breakOff();
    const section = screen.getByRole('region', { name: 'Grey card' });
    expect(await within(section).findByRole('alert')).toHaveTextContent('The upload broke off');
    await user.click(within(section).getByRole('button', { name: 'Upload grise.pdf again' }));
    await waitFor(() => expect(begun).toHaveLength(2));
    begun[1]?.answer(201, { data: { media: { url: '/media/1/grise.pdf' } } });
    expect(await within(section).findByText('On file')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/admin/motorcycles/edit/${motorcycleId}`),
    );
    expect(sent[0]?.body).toEqual({
      make: 'Honda',
      model: 'CB 500',
      registrationNumber: '9-A-1',
      year: 2025,
      basePricePerDay: 300,
      status: 'AVAILABLE',
      franchiseId,
      featureIds: [abs, grips],
      grayCardUrl: '/media/1/grise.pdf',
    });
  });

  it('says at its field what the server refuses, and takes away what is emptied', async () => {
    const { sent } = play([make({ category: 'TRAIL', insuranceUrl: '/media/2/a.jpg' })]);
    const { user } = renderSite(`/admin/motorcycles/edit/${motorcycleId}`);
    const plate = await screen.findByRole('textbox', { name: 'Plate' });
    await user.clear(plate);
    await user.type(plate, 'TAKEN');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(plate).toHaveAccessibleDescription(/TAKEN already exists/));
    expect(plate).toHaveFocus();
    await user.clear(plate);
    await user.type(plate, '1-A-1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'None');
    await user.click(screen.getByRole('button', { name: 'Empty: Parking point' }));
    await user.click(screen.getByRole('button', { name: 'Remove Insurance' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/was saved/)).toBeInTheDocument();
    expect(sent.at(-1)?.body).toEqual({
      registrationNumber: '1-A-1',
      category: null,
      parkingPointId: null,
      insuranceUrl: null,
      updatedAt: '2026-01-05T09:00:00Z',
    });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

describe('for a franchise', () => {
  it('there is no page of another one’s motorcycle, of which everybody may read the rest', async () => {
    signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId });
    play([]);
    server.use(
      http.get('*/motorcycles/:id', () => HttpResponse.json({ data: { motorcycle: makeMotorcycle() } })),
    );
    renderSite(`/admin/motorcycles/edit/${motorcycleId}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such record' }),
    ).toBeInTheDocument();
  });
});
