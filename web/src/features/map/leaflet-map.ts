import L from 'leaflet';
import type { Language } from '@/i18n/languages';
import { addBaseLayer, deepestZoom } from './base-layer';
import type { MapArea, MapPin, MapPoint } from './pin';

/** All of Morocco, for a map without pins. */
const morocco: L.LatLngBoundsExpression = [
  [27.6, -13.2],
  [35.95, -1],
];

export interface MapTexts {
  readonly zoomIn: string;
  readonly zoomOut: string;
}

export interface MapEvents {
  onHover(key: string | undefined): void;
  onChoose(key: string): void;
  /** Somebody, not the page, moved the map. */
  onMoved(centre: MapPoint): void;
}

export interface LeafletMap {
  setPins(pins: readonly MapPin[]): void;
  setActive(key: string | undefined): void;
  /** Shows all pins and the searched area. */
  fit(area: MapArea | undefined): void;
  destroy(): void;
}

/**
 * A Leaflet map in an element. Pins are real buttons in the order of the list, so that Tab reaches them; the wheel
 * zooms only after the map was pressed or focused, and scrolls the page before.
 */
export function createLeafletMap(
  element: HTMLElement,
  language: Language,
  texts: MapTexts,
  events: MapEvents,
): LeafletMap {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: true,
    scrollWheelZoom: false,
    minZoom: 4,
    maxZoom: deepestZoom,
    zoomSnap: 0.5,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    markerZoomAnimation: !calm,
  }).fitBounds(morocco, { animate: false });
  map.attributionControl.setPrefix(false);
  L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);
  addBaseLayer(map, language);

  const wheelOn = () => map.scrollWheelZoom.enable();
  const wheelOff = () => map.scrollWheelZoom.disable();
  map.on('focus click', wheelOn);
  map.on('mouseout blur', wheelOff);

  // Moves that the page makes itself are not somebody's wish to search elsewhere.
  let byHand = false;
  let fitting = false;
  map.on('dragend', () => {
    byHand = true;
  });
  map.on('zoomstart', () => {
    if (!fitting) byHand = true;
  });
  map.on('moveend', () => {
    if (!byHand || fitting) return;
    byHand = false;
    const { lat, lng } = map.getCenter();
    events.onMoved({ latitude: lat, longitude: lng });
  });

  const buttons = new Map<string, { button: HTMLButtonElement; marker: L.Marker }>();
  let circle: L.Circle | undefined;

  const setPins = (pins: readonly MapPin[]) => {
    for (const { marker } of buttons.values()) marker.remove();
    buttons.clear();
    for (const pin of pins) {
      const button = pinButton(pin, events);
      const marker = L.marker([pin.latitude, pin.longitude], {
        icon: L.divIcon({ className: 'map-pin-anchor', html: button, iconSize: [0, 0] }),
        interactive: false,
        keyboard: false,
      }).addTo(map);
      button.addEventListener('focus', () => {
        // Browsers scroll a focused thing into view by scrolling the box around it, which would shift the map.
        element.scrollTo(0, 0);
        map.panInside([pin.latitude, pin.longitude], { padding: [60, 60], animate: !calm });
      });
      buttons.set(pin.key, { button, marker });
    }
  };

  const fit = (area: MapArea | undefined) => {
    circle?.remove();
    circle = undefined;
    const points = [...buttons.values()].map(({ marker }) => marker.getLatLng());
    if (area) {
      const centre = L.latLng(area.latitude, area.longitude);
      circle = L.circle(centre, {
        radius: area.radiusKm * 1000,
        className: 'map-area',
        interactive: false,
      }).addTo(map);
      points.push(centre);
    }
    fitting = true;
    const bounds = points.length > 0 ? L.latLngBounds(points).pad(0.15) : L.latLngBounds(morocco);
    map.fitBounds(bounds, { animate: false, maxZoom: 12, padding: [36, 36] });
    fitting = false;
  };

  const resize = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resize.observe(element);

  return {
    setPins,
    setActive(key) {
      for (const [own, { button, marker }] of buttons) {
        button.classList.toggle('map-pin-active', own === key);
        marker.setZIndexOffset(own === key ? 1000 : 0);
      }
    },
    fit,
    destroy() {
      resize.disconnect();
      map.remove();
    },
  };
}

function pinButton(pin: MapPin, events: MapEvents): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-pin map-pin-${pin.kind}`;
  button.setAttribute('aria-label', pin.name);
  button.textContent = pin.label;
  button.addEventListener('click', () => events.onChoose(pin.key));
  button.addEventListener('pointerenter', () => events.onHover(pin.key));
  button.addEventListener('pointerleave', () => events.onHover(undefined));
  button.addEventListener('focus', () => events.onHover(pin.key));
  button.addEventListener('blur', () => events.onHover(undefined));
  L.DomEvent.disableClickPropagation(button);
  return button;
}
