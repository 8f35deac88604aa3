import type { BookingType, Coordinates, MotorcyclePlace } from '@/api/types';
import { isId } from '@/lib/search-params';

/** Where the ride begins, as the `location` parameter says it (specification section 2, D11). */
export type Place =
  | { readonly kind: 'point'; readonly id: string }
  | { readonly kind: 'position'; readonly at: Coordinates }
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'none' };

export function readPlace(location: string | undefined): Place {
  if (!location) return { kind: 'none' };
  if (location.startsWith('address:')) return { kind: 'address', text: location.slice('address:'.length) };
  const position = /^current:(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(location);
  if (position) {
    const at = { lat: Number(position[1]), lng: Number(position[2]) };
    return Math.abs(at.lat) <= 90 && Math.abs(at.lng) <= 180 ? { kind: 'position', at } : { kind: 'none' };
  }
  return isId(location) ? { kind: 'point', id: location } : { kind: 'none' };
}

/** Metre-exact is exact enough, and reads better in an address bar. */
export function locationOfPosition({ lat, lng }: Coordinates): string {
  return `current:${lat.toFixed(5)},${lng.toFixed(5)}`;
}

/**
 * The value for a motorcycle's own place; one that stands at its franchise has no parking point to name, and
 * none at all where the franchise's position is not known.
 */
export function locationOfMotorcycle({ kind, id, latitude, longitude }: MotorcyclePlace): string {
  if (kind === 'PARKING_POINT') return id;
  return latitude === null || longitude === null ? '' : locationOfPosition({ lat: latitude, lng: longitude });
}

/**
 * What a booking sends for a place (specification section 4), or the code of what is missing. The server settles
 * the status itself (D5), so none is sent.
 */
export function bookedPlace(location: string):
  | { readonly missing: 'LOCATION_FOR_TYPE' | 'REQUIRED' }
  | {
      readonly fields: {
        bookingType: BookingType;
        pickupParkingPointId?: string;
        dropoffParkingPointId?: string;
        customerLocation?: string;
        customerCoordinates?: Coordinates;
      };
    } {
  const place = readPlace(location);
  switch (place.kind) {
    case 'point':
      return {
        fields: {
          bookingType: 'AUTONOM',
          pickupParkingPointId: place.id,
          dropoffParkingPointId: place.id,
        },
      };
    case 'position':
      return { fields: { bookingType: 'AUTONOM', customerCoordinates: place.at } };
    case 'address': {
      const customerLocation = place.text.trim();
      if (!customerLocation) return { missing: 'REQUIRED' };
      return { fields: { bookingType: 'DELIVERY', customerLocation } };
    }
    case 'none':
      return { missing: 'LOCATION_FOR_TYPE' };
  }
}
