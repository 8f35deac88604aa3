import { describe, expect, it } from 'vitest';
import {
  carriedBy,
  cellByKey,
  columnOfNow,
  covers,
  freePart,
  movable,
  periodOf,
  placeIn,
  readDay,
  shifted,
  stepped,
  windowOf,
} from './window';

const taken = (startDatetime: string, endDatetime: string, isOverdue = false) => ({
  startDatetime,
  endDatetime,
  isOverdue,
});
const now = new Date('2026-12-03T09:00:00Z');

describe('a window', () => {
  it('is the day, the week from Monday or the month of a day, on Morocco’s clock', () => {
    expect(windowOf('day', '2026-12-03')).toMatchObject({
      from: '2026-12-02T23:00:00Z',
      to: '2026-12-03T23:00:00Z',
    });
    expect(windowOf('day', '2026-12-03').columns).toHaveLength(24);
    expect(windowOf('week', '2026-12-06')).toMatchObject({ first: '2026-11-30' });
    expect(windowOf('week', '2026-12-06').columns).toHaveLength(7);
    expect(windowOf('month', '2026-02-14').columns).toHaveLength(28);
  });

  it('is followed by the next and preceded by the one before', () => {
    expect(stepped('day', '2026-12-31', 1)).toBe('2027-01-01');
    expect(stepped('week', '2026-12-03', -1)).toBe('2026-11-23');
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
  });

  it('knows where now is', () => {
    expect(columnOfNow(windowOf('month', '2026-12-20'), now)).toBe(2);
    expect(columnOfNow(windowOf('day', '2026-12-03'), now)).toBe(10);
    expect(columnOfNow(windowOf('week', '2026-12-20'), now)).toBe(-1);
  });

  it('is of today when the address names no day', () => {
    expect(readDay('2026-12-24', '2026-12-03')).toBe('2026-12-24');
    for (const none of ['', 'soon', '2026-02-30', '1999-01-01', '2026-12']) {
      expect(readDay(none, '2026-12-03')).toBe('2026-12-03');
    }
  });
});

describe('a rental', () => {
  const week = windowOf('week', '2026-12-03');

  it('stands where it begins and is as long as it lasts', () => {
    // Tuesday 11:00 to Thursday 23:00 on Morocco's clock.
    expect(placeIn(week, taken('2026-12-01T10:00:00Z', '2026-12-03T22:00:00Z'), now)).toEqual({
      column: 1,
      offset: expect.closeTo(11 / 24),
      width: 2.5,
      cutStart: false,
      cutEnd: false,
    });
  });

  it('is cut off at the edges, and absent outside', () => {
    expect(placeIn(week, taken('2026-11-01T10:00:00Z', '2027-01-03T10:00:00Z'), now)).toEqual({
      column: 0,
      offset: 0,
      width: 7,
      cutStart: true,
      cutEnd: true,
    });
    expect(placeIn(week, taken('2026-11-01T10:00:00Z', week.from), now)).toBeUndefined();
    expect(placeIn(week, taken(week.to, '2027-01-03T10:00:00Z'), now)).toBeUndefined();
  });

  it('goes on until now while it is overdue', () => {
    const late = placeIn(week, taken('2026-11-28T10:00:00Z', '2026-11-29T10:00:00Z', true), now);
    expect(late).toMatchObject({ column: 0, cutStart: true, cutEnd: false });
    expect(late?.width).toBeCloseTo(3 + 10 / 24);
  });

  it('is carried with its length on the clock; what has begun keeps its start, what is over stays', () => {
    const booking = {
      ...taken('2026-12-04T10:00:00Z', '2026-12-05T09:00:00Z'),
      id: '1',
      kind: 'BOOKING' as const,
    };
    const confirmed = { ...booking, bookingStatus: 'CONFIRMED' as const };
    expect(carriedBy(week, confirmed, -1, now)).toEqual({
      startDatetime: '2026-12-03T10:00:00Z',
      endDatetime: '2026-12-04T09:00:00Z',
    });
    // A second that no column knows of is not lost to a change of motorcycle alone.
    const odd = { ...confirmed, startDatetime: '2026-12-04T10:00:07Z' };
    expect(carriedBy(week, odd, 0, now).startDatetime).toBe(odd.startDatetime);
    const active = { ...booking, bookingStatus: 'ACTIVE' as const, startDatetime: '2026-11-30T10:00:00Z' };
    expect(carriedBy(week, active, 1, now)).toEqual({
      startDatetime: '2026-11-30T10:00:00Z',
      endDatetime: '2026-12-06T09:00:00Z',
    });
    expect(movable(confirmed, now)).toBe(true);
    expect(movable({ ...booking, bookingStatus: 'COMPLETED' }, now)).toBe(false);
    expect(movable({ ...booking, kind: 'BLOCK', endDatetime: '2026-11-30T10:00:00Z' }, now)).toBe(false);
  });

  it('covers the columns that it has a part of', () => {
    const placed = placeIn(week, taken('2026-12-01T10:00:00Z', '2026-12-02T23:00:00Z'), now);
    if (!placed) throw new Error('it lies inside');
    expect([0, 1, 2, 3].map((index) => covers(placed, index))).toEqual([false, true, true, false]);
  });

  it('keeps its time of day when it is moved, also over a change of the clock', () => {
    expect(shifted(week, '2026-12-01T10:30:00Z', 3)).toBe('2026-12-04T10:30:00Z');
    expect(shifted(windowOf('day', '2026-12-01'), '2026-12-01T10:30:00Z', -2)).toBe('2026-12-01T08:30:00Z');
  });

  it('can begin and end where columns were chosen, in either direction', () => {
    const period = { start: '2026-11-30T23:00:00Z', end: '2026-12-03T23:00:00Z' };
    expect(periodOf(week, 1, 3)).toEqual(period);
    expect(periodOf(week, 3, 1)).toEqual(period);
  });
});

it('of a gap, what is to come and free is offered', () => {
  const day = { start: '2026-12-02T23:00:00Z', end: '2026-12-04T23:00:00Z' };
  expect(freePart(day, [], new Date('2026-12-03T09:10:00Z'))).toEqual({
    start: '2026-12-03T10:00:00Z',
    end: day.end,
  });
  const early = new Date('2026-11-01T00:00:00Z');
  expect(freePart(day, [taken('2026-12-01T08:00:00Z', '2026-12-03T08:30:00Z')], early)).toEqual({
    start: '2026-12-03T08:30:00Z',
    end: day.end,
  });
  expect(freePart(day, [taken('2026-12-04T08:00:00Z', '2026-12-05T08:00:00Z')], early)).toEqual({
    start: day.start,
    end: '2026-12-04T08:00:00Z',
  });
  expect(freePart(day, [taken('2026-12-01T08:00:00Z', '2026-12-09T08:00:00Z')], early)).toBeUndefined();
  expect(freePart(day, [], new Date('2027-01-01T00:00:00Z'))).toBeUndefined();
});

it('keys lead through the grid, mirrored from right to left, and not out of it', () => {
  const grid = { rows: 30, columns: 7, rightToLeft: false };
  const at = { row: 4, column: 6 };
  expect(cellByKey('ArrowRight', at, grid)).toEqual({ row: 4, column: 6 });
  expect(cellByKey('ArrowRight', at, { ...grid, rightToLeft: true })).toEqual({ row: 4, column: 5 });
  expect(cellByKey('Home', at, grid)).toEqual({ row: 4, column: 0 });
  expect(cellByKey('PageDown', at, grid)).toEqual({ row: 14, column: 6 });
  expect(cellByKey('PageUp', at, grid)).toEqual({ row: 0, column: 6 });
  expect(cellByKey('a', at, grid)).toBeUndefined();
});
