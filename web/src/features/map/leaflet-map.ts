import L from 'leaflet';
import type { Language } from '@/i18n/languages';
import { addBaseLayer, closestFit, deepestZoom } from './base-layer';
import type { MapArea, MapPin, MapPoint } from './pin';
import { createPinLayer, type PinEvents } from './pin-layer';
import { addRings } from './rings';
import { addScale } from './scale';

/** Where most of the roads are, for a map without pins. */
const morocco = L.latLngBounds([29.5, -10.5], [35.95, -1.5]);

export interface MapTexts {
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** Name of a button for so many places. */
  readonly cluster: (count: number) => string;
}

export interface MapEvents extends PinEvents {
  /** Somebody, not the page, moved the map: its middle, and how far its corners are from there. */
  onMoved(shown: MapArea): void;
  /** Somebody pressed the ground, to say that something is here. */
  onPlace?(at: MapPoint): void;
}

export interface LeafletMap {
  /** Shows these pins, and all of them. */
  show(pins: readonly MapPin[], area: MapArea | undefined): void;
  setActive(key: string | undefined): void;
  destroy(): void;
}

/** A Leaflet map in an element. The wheel zooms only after the map was pressed or focused; before, it scrolls the page. */
export function createLeafletMap(
  element: HTMLElement,
  language: Language,
  texts: MapTexts,
  events: MapEvents,
): LeafletMap {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    scrollWheelZoom: false,
    minZoom: 5,
    maxZoom: deepestZoom,
    zoomSnap: 0.5,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    markerZoomAnimation: !calm,
  }).fitBounds(morocco, { animate: false });
  map.attributionControl.setPrefix(false);
  L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  addScale(map);

  map.on('focus click', () => map.scrollWheelZoom.enable());
  map.on('mouseout blur', () => map.scrollWheelZoom.disable());

  // Moves that the page makes itself are not somebody's wish to search elsewhere.
  let byHand = false;
  let fitting = false;
  let moved = false;
  let placed = false;
  const { onPlace } = events;
  if (onPlace) {
    map.on('click', ({ latlng }) => {
      placed = true;
      const { lat, lng } = latlng.wrap();
      onPlace({ latitude: lat, longitude: lng });
    });
  }
  map.on('dragstart zoomstart', () => {
    byHand = !fitting;
    moved ||= byHand;
  });
  map.on('moveend', () => {
    if (!byHand || fitting) return;
    byHand = false;
    const centre = map.getCenter();
    const radiusKm = centre.distanceTo(map.getBounds().getNorthEast()) / 1000;
    events.onMoved({ latitude: centre.lat, longitude: centre.lng, radiusKm });
  });

  const layer = createPinLayer(map, events, texts.cluster);
  // After the pins: both follow the zoom, and names make way for pins.
  const writeNames = addBaseLayer(map, language, layer.covered);
  let removeRings: (() => void) | undefined;

  let wanted: L.LatLng[] = [];
  const showAll = () => {
    fitting = true;
    map.fitBounds(wanted.length > 0 ? L.latLngBounds(wanted).pad(0.15) : morocco, {
      animate: false,
      maxZoom: closestFit(wanted.length),
      padding: [44, 44],
    });
    fitting = false;
    layer.arrange();
    writeNames();
  };

  // The page may settle after the map was made. What was to be seen is still to be seen, unless somebody looks elsewhere.
  const resize = new ResizeObserver(() => {
    map.invalidateSize({ pan: false });
    if (!moved) showAll();
  });
  resize.observe(element);

  return {
    show(pins, area) {
      layer.set(pins);
      removeRings?.();
      removeRings = area && addRings(map, area, language);
      wanted = layer.points();
      if (area) wanted.push(L.latLng(area.latitude, area.longitude));
      // What was put there by hand stands where it was pressed: the map does not jump away from under it.
      moved = placed;
      if (placed) layer.arrange();
      else showAll();
      placed = false;
    },
    setActive: layer.setActive,
    destroy() {
      resize.disconnect();
      map.remove();
    },
  };
}
