import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayByKey, daysBetween, lastDayOf, readMonth, timesOf, weeksOf } from './month';

describe('months', () => {
  it('begin on Monday, whole weeks at a time', () => {
    const weeks = weeksOf('2026-12');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual([
      null,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ]);
    expect(weeks[4]?.slice(0, 5)).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null]);
    // Four weeks to the day, and six.
    expect(weeksOf('2027-02')).toHaveLength(4);
    expect(weeksOf('2026-08')).toHaveLength(6);
  });

  it('follow one another over the year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });

  it('are read from the address, whatever stands there', () => {
    expect(readMonth('2027-03', '2026-11-21')).toBe('2027-03');
    for (const wrong of ['2027-13', '27-01', 202_703, undefined]) {
      expect(readMonth(wrong, '2026-11-21')).toBe('2026-11');
    }
  });
});

describe('a choice of days', () => {
  it('is the same from either end', () => {
    expect(daysBetween('2026-12-03', '2026-12-01')).toEqual({ first: '2026-12-01', last: '2026-12-03' });
  });

  it('lasts from midnight to midnight, on Morocco’s clock', () => {
    expect(timesOf({ first: '2026-12-01', last: '2026-12-02' }, new Date('2026-11-21T10:00:00Z'))).toEqual({
      start: '2026-11-30T23:00:00Z',
      end: '2026-12-02T23:00:00Z',
    });
  });

  it('begins with the next full hour when it begins today', () => {
    const { start } = timesOf({ first: '2026-11-21', last: '2026-11-21' }, new Date('2026-11-21T10:00:00Z'));
    expect(new Date(start).toISOString()).toBe('2026-11-21T11:00:00.000Z');
  });
});

it('what ends at midnight has no part of the next day', () => {
  expect(lastDayOf('2026-12-02T23:00:00Z')).toBe('2026-12-02');
  expect(lastDayOf('2026-12-02T23:00:01Z')).toBe('2026-12-03');
});

it('keys lead from day to day, the arrows as the page is read', () => {
  const from = (key: string, day = '2026-12-31', rightToLeft = false) => dayByKey(key, day, rightToLeft);
  expect(from('ArrowRight')).toBe('2027-01-01');
  expect(from('ArrowRight', '2026-12-31', true)).toBe('2026-12-30');
  expect(from('ArrowUp')).toBe('2026-12-24');
  expect([from('Home'), from('End')]).toEqual(['2026-12-28', '2027-01-03']);
  expect([from('PageUp'), from('PageDown')]).toEqual(['2026-11-30', '2027-01-31']);
  expect(from('a')).toBeUndefined();
});
