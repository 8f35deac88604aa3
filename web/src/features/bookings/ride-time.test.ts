import { describe, expect, it } from 'vitest';
import { inMinutes, makeBooking } from '@/test/ride';
import { daysUntil, nextRide } from './ride-time';

describe('days until a ride', () => {
  const now = new Date('2026-07-10T12:00:00Z');
  it('counts days of the calendar, not hours', () => {
    expect(daysUntil('2026-07-10T21:00:00Z', now)).toBe(0);
    expect(daysUntil('2026-07-11T07:00:00Z', now)).toBe(1);
    expect(daysUntil('2026-07-15T07:00:00Z', now)).toBe(5);
  });
});

describe('the next ride', () => {
  const soon = makeBooking({ id: 'soon', bookingStatus: 'CONFIRMED', startDatetime: inMinutes(60) });
  const later = makeBooking({ id: 'later', bookingStatus: 'CONFIRMED', startDatetime: inMinutes(6000) });
  const gone = makeBooking({
    id: 'gone',
    bookingStatus: 'CONFIRMED',
    startDatetime: inMinutes(-600),
    endDatetime: inMinutes(-60),
  });
  it('is the confirmed one that starts first', () => {
    expect(nextRide([later, gone, makeBooking(), soon])?.id).toBe('soon');
  });
  it('is the one on the road before any other', () => {
    expect(nextRide([soon, makeBooking({ id: 'riding', bookingStatus: 'ACTIVE' })])?.id).toBe('riding');
  });
  it('is none while nothing is confirmed', () => expect(nextRide([makeBooking(), gone])).toBeUndefined());
});
