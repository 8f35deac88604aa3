import L from 'leaflet';
import { formatDistance } from '@/i18n/format';

/** What Leaflet's scale has that its types do not tell. */
interface ScaleParts {
  readonly _mScale: HTMLElement;
  _getRoundNum(metres: number): number;
  _updateScale(line: HTMLElement, text: string, share: number): void;
}

/** Puts a scale into the corner of a map, with its length as the page's language writes it. */
export function addScale(map: L.Map): void {
  const scale = L.control.scale({ imperial: false, position: 'bottomright' });
  Object.assign(scale, {
    _updateMetric(this: ScaleParts, longest: number) {
      const metres = this._getRoundNum(longest);
      this._mScale.dir = 'auto';
      this._updateScale(this._mScale, formatDistance(metres / 1000, 1), metres / longest);
    },
  });
  scale.addTo(map);
}
