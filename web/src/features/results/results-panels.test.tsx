import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { makeMotorcycle, makeQuote } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const map = vi.hoisted(() => ({ broken: true }));

vi.mock('@/features/map/map-view', () => ({
  default: () => {
    if (map.broken) throw new TypeError('the map is broken');
    return <p>{'the map'}</p>;
  },
}));

it('an error in the map leaves the list, and the map comes back on asking', async () => {
  // React tells the console of every error that a boundary catches.
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(matchMedia(media), { matches: media.includes('width >=') }),
  );
  server.use(
    http.get('*/motorcycles/search', () =>
      HttpResponse.json({
        data: {
          motorcycles: [makeMotorcycle({ quote: makeQuote({ selectedSupplements: [] }) })],
          pagination: { page: 1, limit: 5, total: 1, totalPages: 1 },
          search: { place: null, startDatetime: null, endDatetime: null, days: null },
          facets: { priceMin: 650, priceMax: 650 },
          nearest: null,
          elsewhere: [],
        },
      }),
    ),
  );
  const { user } = renderSite('/results');
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page did not load');
  expect(screen.getByRole('button', { name: 'Filters' })).toBeEnabled();
  expect(told).toHaveBeenCalled();

  map.broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the map');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
