import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const hours = { monday: { start: '08:00', end: '20:00' } };
const franchise = {
  id: '019a0000-0000-7000-8000-0000000000f1',
  name: 'Atlas Moto',
  code: 'ATL',
  address: 'Guéliz, Marrakech',
  latitude: 31.63,
  longitude: -8.01,
  contactPhone: '+212 5 24 00 00 00',
  contactEmail: '',
  operatingHours: hours,
};
const point = {
  id: '019a0000-0000-7000-8000-0000000000b1',
  name: 'Menara Mall',
  address: 'Avenue Mohammed VI',
  latitude: 31.3,
  longitude: -9.5,
  operatingHours: hours,
  instructions: 'Level −1, beside the lift.',
  franchiseId: franchise.id,
};

it('lists each franchise with its parking points, and leads to their motorcycles', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get('*/franchises', () => HttpResponse.json({ data: { franchises: [franchise] } })),
    http.get('*/parking-points', () =>
      HttpResponse.json({
        data: { parkingPoints: [point, { ...point, id: point.id.replace('b1', 'b2'), franchiseId: null }] },
      }),
    ),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
  );
  renderSite('/locations');
  const house = (await screen.findByRole('heading', { level: 2, name: 'Atlas Moto' })).closest('section');
  const list = within(house as HTMLElement);
  expect(list.getByText('Level −1, beside the lift.')).toBeInTheDocument();
  const [ofFranchise, ofPoint] = list.getAllByRole('link', { name: 'Motorcycles here' });
  expect(ofFranchise?.getAttribute('href')).toContain(`franchiseId=${franchise.id}`);
  expect(ofPoint?.getAttribute('href')).toContain(`location=${point.id}`);
  expect(screen.getByRole('heading', { level: 2, name: 'Other parking points' })).toBeInTheDocument();
});

it('lists every parking point, however many pages of them there are', async () => {
  const all = Array.from({ length: 130 }, (_, number) => ({
    ...point,
    id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Point ${number}`,
  }));
  server.use(
    http.get('*/franchises', () => HttpResponse.json({ data: { franchises: [franchise] } })),
    http.get('*/parking-points', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      return HttpResponse.json({ data: { parkingPoints: all.slice((page - 1) * limit, page * limit) } });
    }),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  renderSite('/locations');
  await screen.findByRole('heading', { name: 'Point 129' });
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(131);
});
