import L from 'leaflet';
import { clustersOf } from './clusters';
import { liftsOf } from './lifts';
import type { Box } from './names';
import type { MapPin } from './pin';

/** From the head of a pin to its tip, in pixels, as map.css has it. */
const arrow = 7;

interface Placed {
  readonly keys: readonly string[];
  readonly button: HTMLButtonElement;
  readonly marker: L.Marker;
}

export interface PinEvents {
  onHover(key: string | undefined): void;
  onChoose(key: string): void;
}

export interface PinLayer {
  set(pins: readonly MapPin[]): void;
  setActive(key: string | undefined): void;
  /** Where all pins stand, those inside a cluster included. */
  points(): L.LatLng[];
  /** What the heads of the pins cover. */
  covered(): Box[];
  /** Arranges the pins anew: after the view was set. */
  arrange(): void;
}

/**
 * The pins of a map: real buttons in the order of the list. Places that lie on top of each other at this zoom become one
 * button that zooms to them; price tags that would cover each other stand on poles of different heights.
 */
export function createPinLayer(
  map: L.Map,
  events: PinEvents,
  clusterName: (count: number) => string,
): PinLayer {
  let pins: readonly MapPin[] = [];
  let placed: Placed[] = [];
  let active: string | undefined;
  /** By how many pixels the head of each is lifted. */
  let lifts: number[] = [];

  const place = (keys: readonly string[], button: HTMLButtonElement, at: L.LatLng) => {
    const marker = L.marker(at, {
      icon: L.divIcon({ className: 'map-pin-anchor', html: button, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    }).addTo(map);
    button.addEventListener('focus', () => {
      // Browsers scroll a focused thing into view by scrolling the box around it, which would shift the map.
      map.getContainer().scrollTo(0, 0);
      map.panInside(at, { padding: [60, 60], animate: false });
    });
    placed.push({ keys, button, marker });
  };

  const zoomTo = (members: readonly MapPin[]) => {
    map.fitBounds(L.latLngBounds(members.map(pointOf)).pad(0.3), {
      animate: false,
      maxZoom: map.getMaxZoom(),
    });
    const first = placed.find(({ keys }) => members.some(({ key }) => keys.includes(key)));
    first?.button.focus({ preventScroll: true });
  };

  const arrange = () => {
    for (const { marker } of placed) marker.remove();
    placed = [];
    for (const members of groups(map, pins)) {
      const [only] = members;
      if (!only) continue;
      const centre = L.latLngBounds(members.map(pointOf)).getCenter();
      const button =
        members.length === 1 ? pinButton(only, events) : clusterButton(clusterName(members.length));
      if (members.length > 1) {
        button.dataset.count = String(members.length);
        button.addEventListener('click', () => zoomTo(members));
      }
      place(
        members.map(({ key }) => key),
        button,
        centre,
      );
    }
    lifts = liftsOf(
      placed.map(({ button, marker }) => {
        const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
        return { x, y, width: button.offsetWidth, height: button.offsetHeight };
      }),
    );
    for (const [index, { button }] of placed.entries()) {
      button.style.setProperty('--lift', `${lifts[index] ?? 0}px`);
    }
    show();
  };

  const show = () => {
    for (const { keys, button, marker } of placed) {
      const on = active !== undefined && keys.includes(active);
      button.classList.toggle('map-pin-active', on);
      marker.setZIndexOffset(on ? 1000 : 0);
    }
  };
  map.on('zoomend', arrange);

  return {
    set(next) {
      pins = next;
    },
    setActive(key) {
      active = key;
      show();
    },
    points: () => pins.map(pointOf),
    covered: () =>
      placed.map(({ button, marker }, index) => {
        const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
        const bottom = y - arrow - (lifts[index] ?? 0);
        const half = button.offsetWidth / 2;
        return { left: x - half, right: x + half, top: bottom - button.offsetHeight, bottom };
      }),
    arrange,
  };
}

function pointOf({ latitude, longitude }: MapPin): L.LatLng {
  return L.latLng(latitude, longitude);
}

/** Price tags are each shown: a page has few. Places are many, and join while the zoom can still part them. */
function groups(map: L.Map, pins: readonly MapPin[]): MapPin[][] {
  if (map.getZoom() >= map.getMaxZoom() || pins.some(({ kind }) => kind === 'price')) {
    return pins.map((pin) => [pin]);
  }
  return clustersOf(pins.map((pin) => map.latLngToContainerPoint(pointOf(pin)))).map((members) =>
    members.flatMap((index) => pins[index] ?? []),
  );
}

function newButton(name: string, look: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-pin map-pin-${look}`;
  button.setAttribute('aria-label', name);
  L.DomEvent.disableClickPropagation(button);
  return button;
}

function clusterButton(name: string): HTMLButtonElement {
  return newButton(name, 'cluster');
}

function pinButton(pin: MapPin, events: PinEvents): HTMLButtonElement {
  const button = newButton(pin.name, pin.kind);
  const text = document.createElement('span');
  text.className = 'map-pin-text';
  text.textContent = pin.label;
  // Written by the style sheet: the accessible name says it in words.
  if (pin.count !== undefined && pin.count > 1) {
    button.dataset.count = String(pin.count);
    text.dataset.count = String(pin.count);
  }
  button.append(text);
  button.addEventListener('click', () => events.onChoose(pin.key));
  button.addEventListener('pointerenter', () => events.onHover(pin.key));
  button.addEventListener('pointerleave', () => events.onHover(undefined));
  button.addEventListener('focus', () => events.onHover(pin.key));
  button.addEventListener('blur', () => events.onHover(undefined));
  return button;
}
