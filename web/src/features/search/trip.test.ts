import { expect, it } from 'vitest';
import { bookingSearch } from './booking-link';
import { addressLocation, currentLocation, parseLocation } from './location';
import { rememberOwnPosition } from './position';
import { defaultTrip, emptyTrip, periodProblem, timesOfDay, tripInstants, withEnd, withStart } from './trip';
import { parseTypedDay } from './typed-day';

const now = new Date('2026-11-21T09:00:00Z');
const trip = defaultTrip('', now);

it('starts tomorrow at ten, for three days', () => {
  expect(trip).toEqual({
    location: '',
    startDate: '2026-11-22',
    startTime: '10:00',
    endDate: '2026-11-25',
    endTime: '10:00',
  });
  expect(tripInstants(trip)).toEqual({
    startDatetime: '2026-11-22T09:00:00Z',
    endDatetime: '2026-11-25T09:00:00Z',
  });
});

it('moves the return along when the pick-up passes it, and the pick-up when the return does', () => {
  expect(withStart(trip, '2026-12-01')).toMatchObject({ startDate: '2026-12-01', endDate: '2026-12-04' });
  expect(withStart(trip, '2026-11-24')).toMatchObject({ startDate: '2026-11-24', endDate: '2026-11-25' });
  expect(withEnd(trip, '2026-11-20')).toMatchObject({ startDate: '2026-11-19', endDate: '2026-11-20' });
  expect(withStart(emptyTrip, '2026-12-31')).toMatchObject({ endDate: '2027-01-01', endTime: '10:00' });
});

it('finds what is wrong with a period', () => {
  expect(periodProblem(emptyTrip, now)).toBeUndefined();
  expect(periodProblem(trip, now)).toBeUndefined();
  expect(periodProblem({ ...trip, endDate: '' }, now)).toEqual({ field: 'end', code: 'REQUIRED' });
  expect(periodProblem({ ...trip, startDate: '2026-11-20' }, now)).toEqual({
    field: 'start',
    code: 'IN_PAST',
  });
  expect(periodProblem({ ...trip, endDate: trip.startDate, endTime: '10:00' }, now)).toEqual({
    field: 'end',
    code: 'END_BEFORE_START',
  });
});

it('offers half hours, and keeps a time that is none', () => {
  expect(timesOfDay('')).toHaveLength(48);
  expect(timesOfDay('10:15')).toContain('10:15');
});

it('reads days as people type them', () => {
  const typed = (text: string) => parseTypedDay(text, '2026-11-21');
  expect(typed('1/12/2026')).toBe('2026-12-01');
  expect(typed('01.12.26')).toBe('2026-12-01');
  expect(typed('1 2')).toBe('2027-02-01');
  expect(typed('24-12')).toBe('2026-12-24');
  expect(typed('2026-12-01')).toBe('2026-12-01');
  for (const not of ['', '31/2/2026', 'soon', '1', '1/1/1/1', '0/0/0']) expect(typed(not)).toBeUndefined();
});

it('takes locations apart', () => {
  expect(parseLocation('019a0000-0000-7000-8000-000000000001').kind).toBe('point');
  expect(parseLocation(currentLocation(31.63, -8))).toEqual({
    kind: 'current',
    latitude: 31.63,
    longitude: -8,
  });
  expect(parseLocation(addressLocation(' Fez '))).toEqual({ kind: 'address', text: 'Fez' });
  for (const not of ['', 'current:', 'current:91,0', 'current:a,b', 'address: ']) {
    expect(parseLocation(not).kind).toBe('none');
  }
});

it('books at the searched place, else where the motorcycle stands', () => {
  const point = { kind: 'PARKING_POINT', name: 'Gare', address: '', latitude: 31, longitude: -8 } as const;
  const motorcycle = { id: 'm', franchiseId: 'f', place: { ...point, id: 'p' } };
  expect(bookingSearch(motorcycle, trip)).toMatchObject({
    motorcycleId: 'm',
    franchiseId: 'f',
    location: 'p',
    startDate: '2026-11-22',
    endTime: '10:00',
  });
  rememberOwnPosition('current:31.6300,-8.0000');
  for (const location of ['current:31.6300,-8.0000', '019a0000-0000-7000-8000-000000000001']) {
    expect(bookingSearch(motorcycle, { ...trip, location }).location).toBe(location);
  }
  const city = { ...trip, location: 'address:Fez' };
  expect(bookingSearch(motorcycle, city).location).toBe('p');
  const homeless = { ...motorcycle, place: { ...point, id: 'f', kind: 'FRANCHISE' as const } };
  expect(bookingSearch(homeless, city).location).toBe('address:Fez');
  const spot = { ...trip, location: 'current:31.7000,-8.1000' };
  expect(bookingSearch(motorcycle, spot).location, 'a spot on the map is nobody').toBe('p');
  expect(bookingSearch(homeless, spot).location).toBe('');
  expect(bookingSearch(motorcycle, emptyTrip)).toMatchObject({ startDate: '', startTime: '' });
});
