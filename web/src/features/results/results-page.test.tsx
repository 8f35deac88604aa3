import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Motorcycle, SearchResult } from '@/api/types';
import { makeMotorcycle, makeQuote, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const dates = 'startDate=2030-12-01&endDate=2030-12-04&startTime=10:00&endTime=10:00';
const quoted = makeMotorcycle({ quote: makeQuote({ selectedSupplements: [] }), distanceKm: 1.2 });
const scooter: Motorcycle = makeMotorcycle({
  id: '019a0000-0000-7000-8000-0000000000a2',
  make: 'Peugeot',
  model: 'Django',
  category: 'SCOOTER',
  quote: makeQuote({ selectedSupplements: [] }, 220),
  place: {
    id: 'f',
    kind: 'FRANCHISE',
    name: 'Atlas Moto',
    address: '',
    latitude: 31.63,
    longitude: -8.01,
  },
});

function answer(motorcycles: Motorcycle[], changes: Partial<SearchResult> = {}): SearchResult {
  const total = motorcycles.length;
  return {
    motorcycles,
    pagination: { page: 1, limit: 5, total, totalPages: Math.ceil(total / 5), totalIsCapped: false },
    search: {
      place: { label: 'Marrakech', latitude: 31.63, longitude: -8, radiusKm: 25 },
      startDatetime: null,
      endDatetime: null,
      days: 3,
    },
    facets: { priceMin: 220, priceMax: 650 },
    nearest: null,
    elsewhere: [],
    ...changes,
  };
}

/** Answers searches, and keeps their questions. */
function serve(reply: (query: URLSearchParams) => SearchResult) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/motorcycles/search', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json({ data: reply(query) });
    }),
    http.get('*/motorcycle-features', () => HttpResponse.json({ data: { motorcycleFeatures: [] } })),
    http.get('*/franchises', () => HttpResponse.json({ data: { franchises: [] } })),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
  );
  return asked;
}

/** A screen on which the map stands beside the list. */
function widen() {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(matchMedia(media), { matches: media.includes('width >=') }),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo ??= () => {};
  Element.prototype.scrollIntoView ??= () => {};
}

it('answers how many, where and for how much, and leads to the booking', async () => {
  const asked = serve(() => answer([quoted, scooter]));
  renderSite(`/results?${dates}&location=address:Marrakech`);
  await screen.findByRole('heading', { level: 1, name: '2 motorcycles near Marrakech' });
  expect(asked[0]?.toString()).toBe(
    'location=address%3AMarrakech&startDate=2030-12-01&endDate=2030-12-04&startTime=10%3A00&endTime=10%3A00&page=1&limit=5',
  );
  const card = screen.getByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(within(card).getByText(/1,950\.00/)).toBeInTheDocument();
  expect(within(card).getByText('Self-service at Menara Mall')).toBeInTheDocument();
  const link = within(card).getByRole('link', { name: 'Book Yamaha Ténéré 700' });
  const booking = new URL(link.getAttribute('href') ?? '', 'http://rihla.test');
  expect(booking.pathname).toMatch(/^\/booking\/?$/);
  expect(Object.fromEntries(booking.searchParams)).toMatchObject({
    motorcycleId: quoted.id,
    startDate: '2030-12-01',
    startTime: '10:00',
    location: '019a0000-0000-7000-8000-0000000000b1',
    franchiseId: quoted.franchiseId,
  });
});

it('without a searched place books at the parking point of the motorcycle', async () => {
  serve(() => answer([quoted]));
  renderSite(`/results?${dates}`);
  const link = await screen.findByRole('link', { name: 'Book Yamaha Ténéré 700' });
  expect(link.getAttribute('href')).toContain(`location=${parkingPointId}`);
});

it('keeps filters in the address, and Back takes them off', async () => {
  const asked = serve((query) => answer(query.has('category') ? [scooter] : [quoted, scooter]));
  const { router, user } = renderSite(`/results?${dates}&page=1&limit=5`);
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  await user.click(screen.getByRole('button', { name: 'Scooter' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Yamaha Ténéré 700' })).toBeNull());
  expect(router.state.location.searchStr).toBe(`?${dates}&category=SCOOTER`);
  expect(asked.at(-1)?.getAll('category')).toEqual(['SCOOTER']);
  expect(screen.getByRole('button', { name: 'Scooter' })).toHaveAttribute('aria-pressed', 'true');
  router.history.back();
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(screen.getByRole('button', { name: 'Scooter' })).toHaveAttribute('aria-pressed', 'false');
});

it('offers the next free period in one press when all are taken', async () => {
  const nearest = {
    startDatetime: '2030-12-06T09:00:00Z',
    endDatetime: '2030-12-09T09:00:00Z',
    total: 4,
  };
  const asked = serve((query) =>
    query.get('startDate') === '2030-12-01' ? answer([], { nearest }) : answer([quoted]),
  );
  const { router, user } = renderSite(`/results?${dates}&location=address:Marrakech`);
  expect(await screen.findByRole('link', { name: 'Agadir' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Marrakech' }), 'the city that was searched').toBeNull();
  await screen.findByText('Every motorcycle here is taken for these dates.');
  await user.click(screen.getByRole('button', { name: /4 free/ }));
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(router.state.location.search).toMatchObject({ startDate: '2030-12-06', endTime: '10:00' });
  expect(asked.at(-1)?.get('endDate')).toBe('2030-12-09');
});

it('says which part of the search kills it, and clears the filters', async () => {
  serve((query) => answer(query.has('category') ? [] : [quoted]));
  const { user } = renderSite(`/results?${dates}&category=SPORT&maxPrice=100`);
  await screen.findByText('2 filters are on. Without them there may be more.');
  await user.click(await screen.findByRole('button', { name: 'Without filters: 1 motorcycle' }));
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
});

it('does not blame filters that hide nothing', async () => {
  const nearest = { startDatetime: '2030-12-06T09:00:00Z', endDatetime: '2030-12-09T09:00:00Z', total: 1 };
  serve(() => answer([], { nearest }));
  renderSite(`/results?${dates}&category=SPORT`);
  await screen.findByText('Every motorcycle here is taken for these dates.');
});

it('leads to the nearest places with something', async () => {
  const elsewhere = [
    {
      kind: 'PARKING_POINT' as const,
      name: 'Gare de Ouarzazate',
      location: parkingPointId,
      distanceKm: 153.2,
      total: 3,
    },
  ];
  const asked = serve((query) =>
    query.get('location') === parkingPointId ? answer([quoted]) : answer([], { elsewhere }),
  );
  const { router, user } = renderSite(`/results?${dates}&location=address:Zagora&page=2`);
  await user.click(
    await screen.findByRole('link', { name: 'Gare de Ouarzazate, 153 km away: 3 motorcycles' }),
  );
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(router.state.location.search).toMatchObject({ location: parkingPointId });
  expect(asked.at(-1)?.get('page')).toBe('1');
  expect(asked.at(-1)?.get('startDate')).toBe('2030-12-01');
});

it('shows a failure with a way to try again', async () => {
  server.use(
    http.get('*/motorcycles/search', () => HttpResponse.json({ code: 'FORBIDDEN' }, { status: 403 })),
  );
  const { user } = renderSite('/results');
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve(() => answer([quoted]));
  await user.click(again);
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
});

it('opens the question again when the server does not know the place', async () => {
  server.use(
    http.get('*/motorcycles/search', () =>
      HttpResponse.json(
        {
          code: 'VALIDATION',
          message: 'Check the fields.',
          errors: [{ field: 'location', code: 'INVALID_LOCATION', message: 'No such place.' }],
        },
        { status: 422 },
      ),
    ),
  );
  renderSite('/results?location=address:Atlantis');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  expect(field).toHaveValue('Atlantis');
  expect(field).toHaveAccessibleDescription('No such place.');
});

it('leads from a pin to its card, and marks the pin of the card pointed at', async () => {
  widen();
  serve(() => answer([quoted, scooter]));
  const { user } = renderSite(`/results?${dates}&location=address:Marrakech`);
  const pin = await screen.findByRole('button', { name: 'Peugeot Django, 660.00\u00a0MAD total' });
  await user.hover(screen.getByRole('article', { name: 'Peugeot Django' }));
  await waitFor(() => expect(pin).toHaveClass('map-pin-active'));
  await user.click(pin);
  expect(screen.getByRole('link', { name: 'Peugeot Django' })).toHaveFocus();
});

it('on a phone shows the map in place of the list, until Back', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  serve(() => answer([quoted]));
  const { router, user } = renderSite(`/results?${dates}`);
  await user.click(await screen.findByRole('button', { name: 'Map' }));
  await screen.findByRole('button', { name: /Yamaha Ténéré 700, 1,950/ });
  expect(router.state.location.search).toMatchObject({ view: 'map' });
  expect(screen.getByRole('button', { name: 'List' })).toHaveFocus();
  router.history.back();
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
  expect(screen.getByRole('button', { name: 'Map' })).toHaveFocus();
});
