import { expect, it } from 'vitest';
import { leaversFor, leavingOrder } from './use-room';

const columns = [
  { key: 'name', sort: 'name' },
  { key: 'place', spare: true },
  { key: 'status', sort: 'status' },
  { key: 'franchise', spare: true },
  { key: 'price', sort: 'price' },
];

it('has spare columns leave first, the last before those in front of it, and the name never', () => {
  expect(leavingOrder(columns, '')).toEqual(['franchise', 'place', 'price', 'status']);
});

it('keeps the column that the rows are ordered by, and what somebody chose to see', () => {
  expect(leavingOrder(columns, '-price')).toEqual(['franchise', 'place', 'status']);
  expect(leavingOrder([...columns, { key: 'plate', hidden: true }], 'status')).not.toContain('plate');
});

it('lets no more of them go than there is no room for', () => {
  const width = (key: string) => key.length * 10;
  const order = ['franchise', 'place', 'price'];
  expect(leaversFor(0, order, width)).toEqual([]);
  expect(leaversFor(90, order, width)).toEqual(['franchise']);
  expect(leaversFor(91, order, width)).toEqual(['franchise', 'place']);
  expect(leaversFor(1000, order, width)).toEqual(order);
});
