import L from 'leaflet';
import { formatDistance } from '@/i18n/format';
import type { Language } from '@/i18n/languages';
import type { MapArea } from './pin';

const ringsKm = [1, 2, 5, 10, 20, 50, 100];
/** A ring smaller than this, in pixels, is hidden by its own name. */
const smallestRadius = 44;

/** The searched point, and rings around it that say how far things are. Returns what takes them away again. */
export function addRings(
  map: L.Map,
  { latitude, longitude, radiusKm }: MapArea,
  language: Language,
): () => void {
  const still = { interactive: false, keyboard: false } as const;
  const centre = L.marker([latitude, longitude], {
    ...still,
    icon: L.divIcon({ className: 'map-centre', iconSize: undefined }),
    zIndexOffset: -500,
  }).addTo(map);

  const rings = ringsKm
    .filter((kilometres) => kilometres <= radiusKm)
    .map((kilometres) => {
      const edge = L.latLng(latitude - kilometres / 110.6, longitude);
      const text = document.createElement('span');
      text.lang = language;
      text.dir = 'auto';
      text.textContent = formatDistance(kilometres);
      const ring = L.layerGroup([
        L.circle([latitude, longitude], {
          radius: kilometres * 1000,
          className: 'map-ring',
          interactive: false,
        }),
        L.marker(edge, {
          ...still,
          icon: L.divIcon({ className: 'map-ring-name', html: text, iconSize: [0, 0] }),
          zIndexOffset: -900,
        }),
      ]);
      return { ring, edge };
    });

  const show = () => {
    const middle = map.latLngToContainerPoint(centre.getLatLng());
    for (const { ring, edge } of rings) {
      if (map.latLngToContainerPoint(edge).distanceTo(middle) >= smallestRadius) ring.addTo(map);
      else ring.remove();
    }
  };
  map.on('zoomend', show);
  show();
  return () => {
    map.off('zoomend', show);
    centre.remove();
    for (const { ring } of rings) ring.remove();
  };
}
