import { isId } from '@/lib/search-params';

/** A location parameter taken apart (specification section 2). */
export type LocationForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'point'; readonly id: string }
  | { readonly kind: 'current'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'address'; readonly text: string };

const prefixCurrent = 'current:';
const prefixAddress = 'address:';

/** Takes a location parameter apart. What has none of the three forms is read as an address. */
export function parseLocation(location: string): LocationForm {
  if (location === '') return { kind: 'none' };
  if (isId(location)) return { kind: 'point', id: location };
  if (location.startsWith(prefixCurrent)) {
    const [latitude, longitude] = location
      .slice(prefixCurrent.length)
      .split(',')
      .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    if (isDegrees(latitude, 90) && isDegrees(longitude, 180)) return { kind: 'current', latitude, longitude };
    return { kind: 'none' };
  }
  const text = location.startsWith(prefixAddress) ? location.slice(prefixAddress.length) : location;
  return text.trim() === '' ? { kind: 'none' } : { kind: 'address', text: text.trim() };
}

function isDegrees(value: number | undefined, most: number): value is number {
  return value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;
}

/** Four decimals are eleven metres: as exact as a map's centre or a phone's position is worth sharing. */
export function currentLocation(latitude: number, longitude: number): string {
  return `${prefixCurrent}${latitude.toFixed(4)},${longitude.toFixed(4)}`;
}

export function addressLocation(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' ? '' : `${prefixAddress}${trimmed}`;
}
