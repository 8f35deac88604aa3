import type { Motorcycle } from '@/api/types';
import { parseLocation } from './location';
import { isOwnPosition } from './position';
import { defaultTime, hasDates, type Trip } from './trip';

/** What the booking form reads from its address (specification section 2). */
export interface BookingSearch extends Trip {
  readonly motorcycleId: string;
  readonly franchiseId: string;
}

/**
 * The booking of a motorcycle for a trip. A parking point that was searched, or the device's own position, stays the
 * pick-up; otherwise it is the parking point where the motorcycle stands. Somebody who searched a city or a part of the
 * map did not ask to be met in the middle of it: the booking form offers that.
 */
export function bookingSearch(
  motorcycle: Pick<Motorcycle, 'id' | 'franchiseId' | 'place'>,
  trip: Trip,
): BookingSearch {
  const own = motorcycle.place?.kind === 'PARKING_POINT' ? motorcycle.place.id : '';
  const times = hasDates(trip)
    ? { startTime: trip.startTime || defaultTime, endTime: trip.endTime || defaultTime }
    : { startTime: '', endTime: '' };
  const searched = parseLocation(trip.location).kind;
  const keeps =
    searched === 'point' || isOwnPosition(trip.location) || (searched === 'address' && own === '');
  return {
    motorcycleId: motorcycle.id,
    franchiseId: motorcycle.franchiseId,
    startDate: trip.startDate,
    endDate: trip.endDate,
    ...times,
    location: keeps ? trip.location : own,
  };
}
