import { describe, expect, it } from 'vitest';
import { motorcycleId } from '@/test/ride';
import { checkWhen, readBookingSearch, whenOf } from './booking.search';

const now = Date.parse('2026-07-01T12:00:00Z');
const when = { startDate: '2026-07-10', startTime: '10:00', endDate: '2026-07-13', endTime: '10:00' };

describe('the address of the booking form', () => {
  it('reads texts and drops what is empty or unknown', () => {
    expect(readBookingSearch({ motorcycleId, startDate: '', other: 'x', location: ['a', 'b'] })).toEqual({
      motorcycleId,
      location: 'a',
    });
  });
  it.each(['..', '.', '../payments', 'x'.repeat(5000), '%00'])('takes %j for no motorcycle', (motorcycleId) =>
    expect(readBookingSearch({ motorcycleId }).motorcycleId).toBeUndefined(),
  );
  it('takes days and times that are none for not named', () => {
    expect(whenOf({ startDate: '2026-02-31', startTime: '25:99', endDate: '<b>', endTime: '9' })).toEqual({
      startDate: '',
      startTime: '10:00',
      endDate: '',
      endTime: '10:00',
    });
  });
  it('begins at ten where no time is named', () => {
    expect(whenOf({ startDate: '2026-07-10' })).toEqual({
      startDate: '2026-07-10',
      startTime: '10:00',
      endDate: '',
      endTime: '10:00',
    });
  });
});

describe('when', () => {
  it('is two instants of Morocco', () => {
    const { period } = checkWhen(when, now);
    expect(Date.parse(period?.endDatetime ?? '') - Date.parse(period?.startDatetime ?? '')).toBe(
      72 * 3_600_000,
    );
  });
  it.each([
    [
      { ...when, startDate: '' },
      { start: 'REQUIRED', end: undefined },
    ],
    [
      { ...when, endDate: '2026-02-30' },
      { start: undefined, end: 'REQUIRED' },
    ],
    [
      { ...when, startDate: '2026-06-30' },
      { start: 'IN_PAST', end: undefined },
    ],
    [
      { ...when, endDate: '2026-07-10' },
      { start: undefined, end: 'END_BEFORE_START' },
    ],
  ])('refuses %o', (given, problems) => expect(checkWhen(given, now)).toEqual(problems));
});
