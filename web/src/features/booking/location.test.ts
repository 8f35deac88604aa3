import { describe, expect, it } from 'vitest';
import { parkingPointId } from '@/test/ride';
import { bookedPlace, readPlace } from './location';

describe('the three forms of a location', () => {
  it.each([
    [parkingPointId, { kind: 'point', id: parkingPointId }],
    ['current:31.61,-8.009', { kind: 'position', at: { lat: 31.61, lng: -8.009 } }],
    ['address:Riad Yasmine: door 2', { kind: 'address', text: 'Riad Yasmine: door 2' }],
    ['', { kind: 'none' }],
    ['current:north', { kind: 'none' }],
    ['current:95,0', { kind: 'none' }],
    ['current:31,181', { kind: 'none' }],
    ['Casablanca', { kind: 'none' }],
  ])('%s', (location, place) => expect(readPlace(location)).toEqual(place));
});

describe('what is booked', () => {
  it('takes and returns the motorcycle at a parking point', () => {
    expect(bookedPlace(parkingPointId)).toEqual({
      fields: {
        bookingType: 'AUTONOM',
        pickupParkingPointId: parkingPointId,
        dropoffParkingPointId: parkingPointId,
      },
    });
  });
  it('starts at a position', () => {
    expect(bookedPlace('current:31.61,-8.009')).toEqual({
      fields: { bookingType: 'AUTONOM', customerCoordinates: { lat: 31.61, lng: -8.009 } },
    });
  });
  it('delivers to an address, which must not be blank', () => {
    expect(bookedPlace('address: Riad Yasmine ')).toEqual({
      fields: { bookingType: 'DELIVERY', customerLocation: 'Riad Yasmine' },
    });
    expect(bookedPlace('address:  ')).toEqual({ missing: 'REQUIRED' });
  });
  it('needs a place', () => expect(bookedPlace('')).toEqual({ missing: 'LOCATION_FOR_TYPE' }));
});
