import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParkingPoint } from '@/api/types';
import { franchiseId, signInStaff } from '@/test/admin';
import { parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const week = { monday: { start: '08:00', end: '20:00' } };

function make(changes: Partial<ParkingPoint> = {}): ParkingPoint {
  return {
    id: parkingPointId,
    name: 'Menara Mall',
    address: 'Avenue Mohammed VI',
    latitude: 31.611,
    longitude: -8.009,
    operatingHours: week,
    instructions: '',
    isActive: true,
    kind: 'PUBLIC',
    franchiseId,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    distanceKm: null,
    ...changes,
  };
}

/** The server's points as a test plays them; returns what was sent. */
function play(rows: ParkingPoint[]) {
  const sent: { method: string; body: Record<string, unknown> }[] = [];
  const problem = (status: number, code: string, message: string, more = {}) =>
    HttpResponse.json({ status, code, message, ...more }, { status });
  server.use(
    http.get('*/parking-points/admin', () =>
      HttpResponse.json({
        data: {
          parkingPoints: rows,
          pagination: { page: 1, limit: 25, total: rows.length, totalPages: 1 },
        },
      }),
    ),
    http.get('*/parking-points/:id', ({ params }) => {
      const row = rows.find(({ id }) => id === params.id);
      return row
        ? HttpResponse.json({ data: { parkingPoint: row } })
        : problem(404, 'PARKING_POINT_NOT_FOUND', 'Parking point not found');
    }),
    http.post('*/parking-points', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'POST', body });
      return HttpResponse.json(
        { data: { parkingPoint: make(body as Partial<ParkingPoint>) } },
        { status: 201 },
      );
    }),
    http.put('*/parking-points/:id', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'PUT', body });
      if (body.latitude === 0) return problem(422, 'INVALID_COORDINATES', 'Not a place on land');
      return body.operatingHours && 'tuesday' in (body.operatingHours as object)
        ? problem(422, 'VALIDATION', 'Wrong', {
            errors: [
              { field: 'operatingHours.tuesday.end', code: 'INVALID_TIME', message: 'Not an hour here' },
            ],
          })
        : HttpResponse.json({ data: { parkingPoint: make(body as Partial<ParkingPoint>) } });
    }),
    http.delete('*/parking-points/:id', () =>
      problem(409, 'PARKING_POINT_IN_USE', 'Cannot delete parking point, it is used by 3 motorcycle(s)'),
    ),
    http.get('*/places/suggest', () =>
      HttpResponse.json({
        data: {
          places: [
            {
              id: 'agdal',
              label: 'Agdal',
              detail: 'Rabat',
              kind: 'PLACE',
              latitude: 33.9923,
              longitude: -6.8498,
              location: 'address:Agdal, Rabat',
            },
            {
              id: parkingPointId,
              label: 'Agdal station',
              detail: '',
              kind: 'PARKING_POINT',
              location: parkingPointId,
            },
          ],
        },
      }),
    ),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
  );
  return { sent };
}

beforeEach(() => {
  signInStaff();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

it('a point that is in use stays, and says what needs it', async () => {
  play([make()]);
  const { user } = renderSite('/admin/parking-points');
  const table = await screen.findByRole('table', { name: 'Parking points' });
  await within(table).findByText('Atlas Moto');
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/Menara Mall.*Avenue Mohammed VI.*Yes/);
  await user.click(screen.getByRole('button', { name: /^Delete .?Menara Mall/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('it is used by 3 motorcycle(s)');
});

describe('the form', () => {
  it('takes a position from an address, and from a map that copies both numbers', async () => {
    const { sent } = play([]);
    const { user } = renderSite('/admin/parking-points/add');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Agdal gare');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const latitude = screen.getByRole('textbox', { name: 'Latitude' });
    await waitFor(() => expect(latitude).toHaveAccessibleDescription('Please fill this in'));
    const search = screen.getByRole('combobox', { name: 'Find an address' });
    await user.click(search);
    expect(screen.queryByRole('option', { name: /Agdal/ })).toBeNull();
    await user.type(search, 'agd');
    await user.click(await screen.findByRole('option', { name: /^Agdal/ }));
    expect(latitude).toHaveValue('33.9923');
    expect(screen.getByRole('textbox', { name: 'Longitude' })).toHaveValue('-6.8498');
    expect(screen.queryByRole('option', { name: 'Agdal station' })).toBeNull();

    await user.clear(latitude);
    await user.click(latitude);
    await user.paste('34.0209, -6.8416');
    expect(screen.getByRole('textbox', { name: 'Longitude' })).toHaveValue('-6.8416');
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await user.click(screen.getByRole('button', { name: /^Like .?Monday/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const usual = { start: '08:00', end: '20:00' };
    expect(sent[0]?.body).toEqual({
      name: 'Agdal gare',
      isActive: true,
      latitude: 34.0209,
      longitude: -6.8416,
      operatingHours: {
        monday: usual,
        tuesday: usual,
        wednesday: usual,
        thursday: usual,
        friday: usual,
        saturday: usual,
      },
    });
  });

  it('says at its place which day, and that the position, is refused', async () => {
    const { sent } = play([make()]);
    const { user } = renderSite(`/admin/parking-points/edit/${parkingPointId}`);
    await user.click(await screen.findByRole('checkbox', { name: 'Tuesday' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Tuesday.?: .?Not an hour here/)).toBeInTheDocument();
    expect(screen.getByLabelText(/^.?Tuesday.?, closes/)).toHaveAccessibleDescription(/Not an hour here/);
    expect(screen.getByLabelText(/^.?Tuesday.?, opens/)).toBeValid();
    await user.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
    const latitude = screen.getByRole('textbox', { name: 'Latitude' });
    await user.clear(latitude);
    await user.type(latitude, '0');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(latitude).toHaveAccessibleDescription('Not a place on land'));
    expect(sent.at(-1)?.body).toEqual({
      latitude: 0,
      longitude: -8.009,
      updatedAt: '2026-01-05T09:00:00Z',
    });
  });
});

describe('for a franchise', () => {
  beforeEach(() => {
    signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId });
  });

  it('the platform’s points are there to read', async () => {
    play([make({ franchiseId: null })]);
    renderSite(`/admin/parking-points/edit/${parkingPointId}`);
    expect(await screen.findByText('You can read this and not change it.')).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Find an address' })).toBeNull();
  });

  it('another one’s are no records of this area', async () => {
    play([make({ franchiseId: '019a0000-0000-7000-8000-0000000000f9' })]);
    renderSite(`/admin/parking-points/edit/${parkingPointId}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such record' })).toBeVisible();
  });
});
