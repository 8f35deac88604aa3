import { expect, it } from 'vitest';
import { clustersOf } from './clusters';
import { liftsOf } from './lifts';

it('lifts only the heads that would cover another', () => {
  const head = { width: 70, height: 32 };
  const lifts = liftsOf([
    { x: 100, y: 100, ...head },
    { x: 110, y: 98, ...head },
    { x: 400, y: 100, ...head },
  ]);
  expect(lifts[0]).toBe(0);
  expect(lifts[2]).toBe(0);
  expect(lifts[1]).toBeGreaterThanOrEqual(head.height);
});

it('joins what lies on top of each other and nothing else', () => {
  expect(
    clustersOf([
      { x: 0, y: 0 },
      { x: 200, y: 0 },
      { x: 5, y: 5 },
    ]),
  ).toEqual([[0, 2], [1]]);
});
