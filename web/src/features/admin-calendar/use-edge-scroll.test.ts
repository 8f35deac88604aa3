import { expect, it } from 'vitest';
import { pushOf } from './use-edge-scroll';

it('pushes the more the nearer an edge is, and no faster beyond it', () => {
  expect(pushOf(300, 100, 600)).toBe(0);
  expect(pushOf(148, 100, 600)).toBe(0);
  expect(pushOf(552, 100, 600)).toBe(0);
  expect(pushOf(576, 100, 600)).toBe(450);
  expect(pushOf(600, 100, 600)).toBe(900);
  expect(pushOf(2000, 100, 600)).toBe(900);
  expect(pushOf(124, 100, 600)).toBe(-450);
  expect(pushOf(-50, 100, 600)).toBe(-900);
});

it('stands still where both edges are as near', () => {
  expect(pushOf(110, 100, 120)).toBe(0);
});
