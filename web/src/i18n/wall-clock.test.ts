import { describe, expect, it } from 'vitest';
import { dayFromToday, toInstant, toWallClock } from './wall-clock';

describe('wall clock of Morocco', () => {
  it('is one hour ahead of UTC most of the year', () => {
    expect(toInstant({ date: '2026-12-01', time: '10:00' })).toBe('2026-12-01T09:00:00Z');
    expect(toWallClock('2026-12-01T09:00:00Z')).toEqual({ date: '2026-12-01', time: '10:00' });
  });

  it('is level with UTC in Ramadan', () => {
    expect(toInstant({ date: '2026-03-01', time: '10:00' })).toBe('2026-03-01T10:00:00Z');
    expect(toWallClock('2026-03-01T10:00:00Z')).toEqual({ date: '2026-03-01', time: '10:00' });
  });

  it('counts a skipped hour with the offset before it and a repeated one as its first showing', () => {
    expect(toInstant({ date: '2027-03-14', time: '02:30' })).toBe('2027-03-14T02:30:00Z');
    expect(toInstant({ date: '2027-02-07', time: '02:30' })).toBe('2027-02-07T01:30:00Z');
    expect(toInstant({ date: '2027-02-07', time: '03:00' })).toBe('2027-02-07T03:00:00Z');
  });

  it('crosses midnight', () => {
    expect(toInstant({ date: '2026-12-01', time: '00:30' })).toBe('2026-11-30T23:30:00Z');
    expect(toWallClock('2026-11-30T23:30:00Z')).toEqual({ date: '2026-12-01', time: '00:30' });
  });

  it.each([
    ['2026-02-30', '10:00'],
    ['2026-12-01', '24:00'],
    ['', ''],
    ['01/12/2026', '10:00'],
  ])('refuses %j %j', (date, time) => {
    expect(toInstant({ date, time })).toBeUndefined();
  });

  it('counts days on the Moroccan calendar', () => {
    const lateEvening = new Date('2026-12-31T23:30:00Z');
    expect(dayFromToday(0, lateEvening)).toBe('2027-01-01');
    expect(dayFromToday(3, lateEvening)).toBe('2027-01-04');
  });
});
