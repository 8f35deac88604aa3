import { expect, it } from 'vitest';
import { dayAfter } from '@/i18n/wall-clock';
import { bucketsOf, inSteadyOrder, namedBars, scaleOf, trendOf } from './figures';
import { begunOf, listsOf, rentalsOf } from './lists';
import { usualSpans } from './period';

it('says how a figure stands to the one before', () => {
  expect(trendOf(12, 10)).toEqual({ kind: 'more', share: 0.2 });
  expect(trendOf(5, 10)).toEqual({ kind: 'less', share: 0.5 });
  expect(trendOf(3, 0)).toEqual({ kind: 'moreThanNone' });
  expect(trendOf(0, 0)).toEqual({ kind: 'same' });
  // Money that was given back is below zero.
  expect(trendOf(50, -100)).toEqual({ kind: 'more', share: 1.5 });
  expect(trendOf(-5, 0)).toEqual({ kind: 'lessThanNone' });
});

it('puts many days together, and loses none', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      date: dayAfter('2026-01-15', n),
      revenue: 0.1,
      bookings: 2,
      cancellations: 1,
    }));
  expect(bucketsOf([])).toEqual({ by: 'day', buckets: [] });
  for (const [count, by, bars] of [
    [1, 'day', 1],
    [45, 'day', 45],
    [46, 'week', 7],
    [189, 'week', 27],
    [190, 'month', 7],
    [366, 'month', 13],
  ] as const) {
    const found = bucketsOf(days(count));
    expect([found.by, found.buckets.length]).toEqual([by, bars]);
    expect(found.buckets.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(2 * count);
    expect(found.buckets.reduce((sum, { revenue }) => sum + revenue, 0)).toBeCloseTo(count / 10, 5);
    found.buckets.forEach(({ from }, index) => {
      expect(from).toBe(index === 0 ? '2026-01-15' : dayAfter(found.buckets[index - 1]?.to ?? ''));
    });
    expect(found.buckets.at(-1)?.to).toBe(dayAfter('2026-01-15', count - 1));
  }
  expect(bucketsOf(days(366)).buckets[1]).toMatchObject({
    from: '2026-02-01',
    to: '2026-02-28',
    revenue: 2.8,
  });
});

it('has lines at round numbers around all values, zero among them', () => {
  expect(scaleOf([3, 7])).toEqual({ low: 0, high: 8, lines: [0, 2, 4, 6, 8] });
  expect(scaleOf([12_340, 900]).lines).toEqual([0, 5000, 10_000, 15_000]);
  expect(scaleOf([-120, 300]).lines).toEqual([-200, 0, 200, 400]);
  expect(scaleOf([]).lines).toEqual([0, 1]);
  expect(scaleOf([1]).lines).toEqual([0, 1]);
  for (const most of [0.01, 9, 10, 11, 99, 1e6, 123_456_789]) {
    const { low, high, lines } = scaleOf([most, -most / 3]);
    expect(low).toBeLessThanOrEqual(-most / 3);
    expect(high).toBeGreaterThanOrEqual(most);
    expect(lines).toContain(0);
    expect(lines.length).toBeLessThanOrEqual(8);
  }
});

it('names bars as far apart as one another', () => {
  expect(namedBars(4, 5)).toEqual([0, 1, 2, 3]);
  expect(namedBars(30, 5)).toEqual([2, 8, 14, 20, 26]);
  expect(namedBars(1, 5)).toEqual([0]);
  expect(namedBars(0, 5)).toEqual([]);
});

it('keeps rows where they were shown first', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }));
  expect(inSteadyOrder(rows('c', 'new', 'a', 'b'), ['a', 'b', 'c'])).toEqual(rows('a', 'b', 'c', 'new'));
});

it('leads to lists of whole days, and of moments where there are some', () => {
  const lists = listsOf({ from: '2026-11-01', to: '2026-11-21' }, 'f1');
  expect(lists.cancellations).toEqual({
    to: '/admin/bookings',
    search: { cancelledAfter: '2026-11-01', cancelledBefore: '2026-11-21', franchiseId: 'f1' },
  });
  expect(lists.revenue.search).toMatchObject({ revenueAfter: '2026-11-01', franchiseId: 'f1' });
  expect(listsOf({ from: '2026-11-01', to: '2026-11-21' }, '').sold.search).toEqual({
    createdAfter: '2026-11-01',
    createdBefore: '2026-11-21',
    status: ['CONFIRMED', 'ACTIVE', 'COMPLETED'],
  });
  const [from, to, now] = ['2026-10-31T23:00:00Z', '2026-11-21T23:00:00Z', '2026-11-21T12:00:00.123456Z'];
  expect(rentalsOf(from, to, now, '').search).toMatchObject({
    endDatetimeAfter: '2026-10-31T23:00:00.000001Z',
    startDatetimeBefore: now,
  });
  expect(rentalsOf(from, '2026-11-20T23:00:00Z', now, 'f1').search).toMatchObject({
    startDatetimeBefore: '2026-11-20T22:59:59.999999Z',
    franchiseId: 'f1',
  });
  expect(begunOf('m1', now).search).toMatchObject({
    startDatetimeAfter: '2026-10-22T12:00:00.123456Z',
    startDatetimeBefore: now,
  });
});

it('knows the periods that are asked for often', () => {
  expect(usualSpans('2026-03-01')).toMatchObject({
    month: { from: '2026-03-01', to: '2026-03-01' },
    lastMonth: { from: '2026-02-01', to: '2026-02-28' },
    week: { from: '2026-02-23', to: '2026-03-01' },
    year: { from: '2025-03-02', to: '2026-03-01' },
  });
});
