import { expect, it } from 'vitest';
import { checkHours, hoursOf, likeDay, withDay } from './hours';

const day = { start: '09:00', end: '18:00' };

it('keeps days in their order, whichever was opened first', () => {
  const week = withDay(withDay({}, 'friday', day), 'monday', day);
  expect(JSON.stringify(week)).toBe(JSON.stringify({ monday: day, friday: day }));
  expect(hoursOf(null)).toEqual({});
});

it('closes a day by leaving it out', () => {
  expect(withDay({ monday: day, friday: day }, 'monday', undefined)).toEqual({ friday: day });
});

it('opens the whole week like one of its days', () => {
  const week = likeDay({ tuesday: day }, 'tuesday');
  expect(Object.keys(week)).toHaveLength(7);
  expect(week.sunday).toEqual(day);
});

it('wants both times of a day that is open', () => {
  expect(checkHours({ monday: day })).toBeUndefined();
  expect(checkHours({ monday: { start: '09:00', end: '' } })).toBe('REQUIRED');
  expect(checkHours({})).toBeUndefined();
});
