import { describe, expect, it } from 'vitest';
import { fitTimes, lastReturn, takenDays } from './taken-days';

/** 10:00 in Casablanca is 09:00 in UTC but for Ramadan. */
const period = (start: string, end: string) => ({ startDatetime: start, endDatetime: end });

describe('takenDays', () => {
  it('names the first and the last day by the hour, and those between as taken', () => {
    const days = takenDays([period('2030-12-01T09:00:00Z', '2030-12-03T17:30:00Z')]);
    expect(Object.fromEntries(days)).toEqual({
      '2030-12-01': { kind: 'until', time: '10:00' },
      '2030-12-02': { kind: 'taken' },
      '2030-12-03': { kind: 'from', time: '18:30' },
    });
  });

  it('joins rentals that follow one another', () => {
    const days = takenDays([
      period('2030-12-03T09:00:00Z', '2030-12-05T09:00:00Z'),
      period('2030-12-01T09:00:00Z', '2030-12-03T09:00:00Z'),
    ]);
    expect(days.get('2030-12-03')).toEqual({ kind: 'taken' });
  });

  it('tells a gap in the middle of a day from a taken one', () => {
    const days = takenDays([
      period('2030-12-01T09:00:00Z', '2030-12-03T09:00:00Z'),
      period('2030-12-03T15:00:00Z', '2030-12-04T09:00:00Z'),
    ]);
    expect(days.get('2030-12-03')).toEqual({ kind: 'partly' });
  });

  it('leaves a day free that a rental only touches at midnight', () => {
    const days = takenDays([period('2030-12-01T09:00:00Z', '2030-12-02T23:00:00Z')]);
    expect(days.get('2030-12-02')).toEqual({ kind: 'taken' });
    expect(days.has('2030-12-03')).toBe(false);
  });

  it('reads the clock of Ramadan, which is that of UTC', () => {
    const days = takenDays([period('2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z')]);
    expect(days.get('2026-03-01')).toEqual({ kind: 'until', time: '10:00' });
  });
});

describe('lastReturn', () => {
  const taken = [
    period('2030-12-10T09:00:00Z', '2030-12-12T09:00:00Z'),
    period('2030-12-05T09:00:00Z', '2030-12-07T09:00:00Z'),
  ];
  it('is the day of the next rental', () => {
    expect(lastReturn(taken, '2030-12-01', '10:00')).toBe('2030-12-05');
    expect(lastReturn(taken, '2030-12-07', '10:00')).toBe('2030-12-10');
    expect(lastReturn(taken, '2030-12-12', '10:00')).toBeUndefined();
  });
  it('counts a rental that begins later on the first day', () => {
    expect(lastReturn(taken, '2030-12-05', '09:00')).toBe('2030-12-05');
  });
});

describe('fitTimes', () => {
  const states = takenDays([
    period('2030-12-01T09:00:00Z', '2030-12-03T16:40:00Z'),
    period('2030-12-06T08:45:00Z', '2030-12-08T09:00:00Z'),
  ]);
  const trip = {
    location: '',
    startDate: '2030-12-03',
    startTime: '10:00',
    endDate: '2030-12-06',
    endTime: '10:00',
  };
  it('begins with the half hour after the rental before, and ends with the one before the next', () => {
    expect(fitTimes(trip, states)).toEqual({ ...trip, startTime: '18:00', endTime: '09:30' });
  });
  it('leaves hours alone that are free', () => {
    const late = { ...trip, startTime: '20:00', endTime: '08:00' };
    expect(fitTimes(late, states)).toEqual(late);
    const elsewhere = { ...trip, startDate: '2030-12-04', endDate: '2030-12-05' };
    expect(fitTimes(elsewhere, states)).toEqual(elsewhere);
  });
});
