import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server } from '@/test/server';

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

/** A map over the ground that these settings give, and where its tile 3/4/5 comes from. */
async function groundOf(settings: { mapboxToken?: string; mapTilesUrl?: string }) {
  vi.doMock('@/config/runtime', () => ({
    runtimeConfig: { mapboxToken: '', mapTilesUrl: '', clock: [[0, 3600]], ...settings },
  }));
  const { default: L } = await import('leaflet');
  const { addBaseLayer } = await import('./base-layer');
  const element = document.createElement('div');
  document.body.append(element);
  const map = L.map(element).setView([31, -7], 6);
  map.attributionControl.setPrefix(false);
  addBaseLayer(map, 'en');
  const tiles: Array<{ url: string; referrerPolicy: unknown }> = [];
  map.eachLayer((layer) => {
    if (!(layer instanceof L.TileLayer)) return;
    Object.assign(layer, { _tileZoom: 5 });
    const at = Object.assign(L.point(3, 4), { z: 5 });
    tiles.push({ url: layer.getTileUrl(at), referrerPolicy: layer.options.referrerPolicy });
  });
  const credit = element.querySelector('.leaflet-control-attribution')?.textContent;
  return { tiles, credit, map };
}

it('without settings draws the built-in outline, and names where it is from', async () => {
  const asked = vi.fn();
  server.use(
    http.get('*/basemap/morocco.json', () => {
      asked();
      return HttpResponse.json({ type: 'FeatureCollection', features: [] });
    }),
  );
  const { tiles, credit } = await groundOf({});
  expect(tiles).toEqual([]);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(credit).toBe('Natural Earth, GeoNames (CC BY 4.0)');
});

it('shows the configured tiles', async () => {
  const { tiles, credit } = await groundOf({ mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' });
  expect(tiles).toEqual([{ url: 'https://tiles.example/5/3/4.png', referrerPolicy: 'strict-origin' }]);
  expect(credit).toContain('OpenStreetMap');
  expect(credit).toContain('GeoNames');
});

it('shows those of Mapbox where a token is configured, whatever else is', async () => {
  const { tiles, credit } = await groundOf({
    mapboxToken: 'pk.a&b',
    mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  });
  expect(tiles.map(({ url }) => url)).toEqual([
    'https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/4/3/4?access_token=pk.a%26b',
  ]);
  expect(credit).toContain('Mapbox');
});

it.each([
  ['writes a city where there is room for its name', 50, false],
  ['writes none beneath the controls', 400, true],
] as const)('%s', async (_, covered, hidden) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const side = this.classList.contains('leaflet-control') ? covered : 400;
    return new DOMRect(0, 0, side, side);
  });
  const properties = { kind: 'city', rank: 1, name: { en: 'Azilal', fr: 'Azilal', ar: 'أزيلال' } };
  const city = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-7, 31] } };
  server.use(
    http.get('*/basemap/morocco.json', () =>
      HttpResponse.json({ type: 'FeatureCollection', features: [city] }),
    ),
  );
  const { map } = await groundOf({});
  const name = await vi.waitUntil(() => map.getContainer().querySelector<HTMLElement>('.map-city span'));
  expect(name.hidden).toBe(hidden);
});
