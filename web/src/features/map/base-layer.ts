import L from 'leaflet';
import { runtimeConfig } from '@/config/runtime';
import type { Language } from '@/i18n/languages';
import { type Box, placesOf } from './names';

/** What the built-in outline's drawings know about themselves (`/basemap/morocco.json`). */
type OutlineProperties =
  | { readonly kind: 'country' | 'neighbour'; readonly name: string }
  | { readonly kind: 'city'; readonly rank: 1 | 2 | 3; readonly name: Readonly<Record<Language, string>> };
type Outline = GeoJSON.FeatureCollection<GeoJSON.MultiPolygon | GeoJSON.Point, OutlineProperties>;

/** The names come from GeoNames, whose licence asks for its mention; Natural Earth asks for none and gets one. */
const placesCredit =
  '<a href="https://www.geonames.org">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)';
const outlineCredit = `<a href="https://www.naturalearthdata.com">Natural Earth</a>, ${placesCredit}`;

/** Zoom from which the cities of a rank are written. */
const cityZoom = { 1: 4, 2: 6, 3: 8 } as const;

/** The deepest zoom: beyond this the outline has nothing more to show, while tiles go on. */
export const deepestZoom = tiles() ? 18 : 13;

/**
 * The deepest zoom that the page chooses by itself for so many points. On the outline a single point needs the coast
 * or a town in sight to say anything.
 */
export function closestFit(points: number): number {
  if (tiles()) return 14;
  return points > 1 ? 12.5 : 8;
}

/** Address and credit of raster tiles: Mapbox's with a token, else the configured ones, else none (D13). */
function tiles(): { url: string; options: L.TileLayerOptions } | undefined {
  const { mapboxToken, mapTilesUrl } = runtimeConfig;
  const osm = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';
  if (mapboxToken !== '') {
    return {
      url: `https://api.mapbox.com/styles/v1/mapbox/streets-v12/tiles/512/{z}/{x}/{y}?access_token=${encodeURIComponent(mapboxToken)}`,
      options: {
        tileSize: 512,
        zoomOffset: -1,
        attribution: `© <a href="https://www.mapbox.com/about/maps/">Mapbox</a> ${osm}`,
      },
    };
  }
  return mapTilesUrl === ''
    ? undefined
    : { url: mapTilesUrl, options: { attribution: `${osm}, ${placesCredit}` } };
}

async function loadOutline(): Promise<Outline> {
  const response = await fetch('/basemap/morocco.json');
  if (!response.ok) throw new Error(`outline of the map: status ${response.status}`);
  return (await response.json()) as Outline;
}

let outline: Promise<Outline> | undefined;

/**
 * The ground below the pins: tiles when some are configured, else the built-in outline with names in a language. `covered` is
 * what the pins cover. Returns what writes the names anew where they can be read: after the pins were arranged.
 */
export function addBaseLayer(
  map: L.Map,
  language: Language,
  covered: () => readonly Box[] = () => [],
): () => void {
  let writeNames = () => {};
  const configured = tiles();
  if (configured) {
    L.tileLayer(configured.url, {
      maxZoom: deepestZoom,
      // Tokens and free tiles are bound to the site that shows them; its name is all that is told.
      referrerPolicy: 'strict-origin',
      ...configured.options,
    }).addTo(map);
    return writeNames;
  }
  map.attributionControl.addAttribution(outlineCredit);
  outline ??= loadOutline();
  outline.then(
    (loaded) => {
      // The map may have been left while its outline was loading.
      if (map.getPane('mapPane')) writeNames = addOutline(map, loaded, language, covered);
    },
    () => {
      // Pins on plain ground still show how places lie to each other; the next map asks again.
      outline = undefined;
    },
  );
  return () => writeNames();
}

/** What the map's own controls cover: its zoom, its scale and its credits. */
function controlsOf(container: HTMLElement): Box[] {
  const { left, top } = container.getBoundingClientRect();
  return [...container.querySelectorAll('.leaflet-control')].map((control) => {
    const box = control.getBoundingClientRect();
    return {
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    };
  });
}

function addOutline(
  map: L.Map,
  outlined: Outline,
  language: Language,
  covered: () => readonly Box[],
): () => void {
  // Below everything else, and drawn far beyond the edges so that dragging shows no gap.
  map.createPane('outline').style.zIndex = '200';
  const options: L.GeoJSONOptions<OutlineProperties> & { renderer: L.Renderer } = {
    pane: 'outline',
    renderer: L.svg({ pane: 'outline', padding: 1 }),
    filter: ({ properties }) => properties.kind !== 'city',
    style: (feature) => ({
      className: feature?.properties.kind === 'country' ? 'map-country' : 'map-neighbour',
    }),
    interactive: false,
  };
  L.geoJSON(outlined, options).addTo(map);

  const names = outlined.features.flatMap(({ properties, geometry }) => {
    if (properties.kind !== 'city' || geometry.type !== 'Point') return [];
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const text = document.createElement('span');
    text.lang = language;
    text.dir = 'auto';
    text.textContent = properties.name[language];
    const marker = L.marker([latitude, longitude], {
      icon: L.divIcon({ className: `map-city map-city-${properties.rank}`, html: text, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
      zIndexOffset: -1000,
    });
    return [{ marker, text, rank: properties.rank }];
  });
  names.sort((a, b) => a.rank - b.rank);
  const show = () => {
    const shown = names.filter(({ marker, text, rank }) => {
      const near = map.getZoom() >= cityZoom[rank];
      // To be measured.
      text.hidden = false;
      if (near) marker.addTo(map);
      else marker.remove();
      return near;
    });
    const places = placesOf(
      shown.map(({ marker, text }) => {
        const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
        return { x, y, width: text.offsetWidth, height: text.offsetHeight };
      }),
      [...covered(), ...controlsOf(map.getContainer())],
      { left: 0, top: 0, right: map.getSize().x, bottom: map.getSize().y },
    );
    for (const [index, { text }] of shown.entries()) {
      const place = places[index];
      text.hidden = place === undefined;
      if (place) text.style.translate = `${place.x}px ${place.y}px`;
    }
  };
  // Leaflet says so after every zoom, too.
  map.on('moveend', show);
  show();
  return show;
}
