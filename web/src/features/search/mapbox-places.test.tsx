import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { mapboxToken, simulateMapbox } from '@/test/mapbox';
import { parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

vi.mock('@/config/runtime', async (original) => {
  const { runtimeConfig, ...rest } = await original<typeof import('@/config/runtime')>();
  return { ...rest, runtimeConfig: { ...runtimeConfig, mapboxToken: 'pk.test' } };
});

const place = (id: string, label: string, kind: string, location: string) => ({
  id,
  label,
  kind,
  location,
  detail: 'Rabat',
  latitude: 34,
  longitude: -6.8,
});

beforeEach(() =>
  server.use(
    http.get('*/supplements', () => HttpResponse.json({ data: { supplements: [] } })),
    http.get('*/motorcycles/search', () => HttpResponse.json({ code: 'FORBIDDEN' }, { status: 403 })),
    http.get('*/places/suggest', () =>
      HttpResponse.json({
        data: {
          places: [
            place('1', 'Tarik Garage', 'PARKING_POINT', parkingPointId),
            place('2', 'Tarfaya', 'CITY', 'address:Tarfaya'),
          ],
        },
      }),
    ),
    http.get('*/places/reverse', () => HttpResponse.json({ data: { place: { label: 'Rabat' } } })),
  ),
);

it('suggests parking points and then Mapbox places, and searches where the chosen one is', async () => {
  const mapbox = simulateMapbox();
  server.use(...mapbox.handlers);
  const { router, user } = renderSite('/');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  await user.type(field, 'tarik');
  const street = await screen.findByRole('option', { name: /Rue Tarik Ibn Ziad/ });
  const list = screen.getByRole('listbox', { name: 'Places' });
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Tarik GarageRabat', 'Rue Tarik Ibn ZiadRabat, Maroc']);
  expect(mapbox.asked, 'once the typing has rested').toHaveLength(1);
  expect(Object.fromEntries(mapbox.asked[0]?.searchParams ?? [])).toMatchObject({
    q: 'tarik',
    language: 'fr',
    country: 'ma',
    limit: '10',
    access_token: mapboxToken,
  });

  await user.click(street);
  await waitFor(() => expect(mapbox.ended).toHaveLength(1));
  expect(mapbox.asked[1]?.searchParams.get('session_token')).toBe(
    mapbox.asked[0]?.searchParams.get('session_token'),
  );
  await waitFor(() => expect(localStorage.getItem('recent-places')).toContain('current:34.0133,-6.8326'));
  expect(field).toHaveValue('Rue Tarik Ibn Ziad');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ location: 'current:34.0133,-6.8326' }),
  );
});

it('begins a new session after the place that ended the last one', async () => {
  const mapbox = simulateMapbox();
  server.use(...mapbox.handlers);
  const { user } = renderSite('/');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  await user.type(field, 'tari');
  await user.click(await screen.findByRole('option', { name: /Tarifa/ }));
  await waitFor(() => expect(mapbox.ended).toHaveLength(1));
  await user.clear(field);
  await user.type(field, 'tarik');
  await waitFor(() => expect(mapbox.asked.at(-1)?.searchParams.get('q')).toBe('tarik'));
  const session = mapbox.asked.at(-1)?.searchParams.get('session_token');
  expect(session).toMatch(/-4/);
  expect(session).not.toBe(mapbox.ended[0]);
});

it('searches by name when the place cannot be retrieved', async () => {
  server.use(
    http.get('https://api.mapbox.com/*/retrieve/*', () => HttpResponse.error()),
    ...simulateMapbox().handlers,
  );
  const { router, user } = renderSite('/');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  await user.type(field, 'tarik');
  await user.click(await screen.findByRole('option', { name: /Rue Tarik/ }));
  await waitFor(() => expect(localStorage.getItem('recent-places')).toContain('Rue Tarik'));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      location: 'address:Rue Tarik Ibn Ziad, Rabat, Maroc',
    }),
  );
});

it("suggests the platform's own places when Mapbox refuses", async () => {
  server.use(
    http.get('https://api.mapbox.com/*', () => HttpResponse.json({ message: 'Too Many' }, { status: 429 })),
  );
  const { user } = renderSite('/');
  await user.type(await screen.findByRole('combobox', { name: 'Where' }), 'tar');
  const list = await screen.findByRole('listbox', { name: 'Places' });
  await within(list).findByRole('option', { name: /Tarfaya/ });
});

it('names the position of the device, first by Mapbox and else by the platform', async () => {
  const mapbox = simulateMapbox();
  server.use(...mapbox.handlers);
  const positions = [
    { latitude: 34.0133, longitude: -6.8326 },
    { latitude: 28.5, longitude: -10.9 },
  ];
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (found: (at: object) => void) => found({ coords: positions.shift() }),
    },
  });
  const { user } = renderSite('/');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Near me' }));
  await waitFor(() => expect(field).toHaveValue('Near Rue Tarik Ibn Ziad'));
  await user.clear(field);
  await user.click(await screen.findByRole('option', { name: 'Near me' }));
  await waitFor(() => expect(field).toHaveValue('Near Rabat'));
});
