import { expect, it } from 'vitest';
import { pagesToShow } from './pagination';

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 0, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
])('on page %d of %d shows %j, never a gap of one page', (page, total, expected) => {
  expect(pagesToShow(page, total)).toEqual(expected);
});
