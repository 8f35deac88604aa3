import { expect, it } from 'vitest';
import { placesOf } from './names';

const name = (x: number, y: number) => ({ x, y, width: 60, height: 18 });
const head = (x: number, y: number) => ({ left: x - 19, right: x + 19, top: y - 45, bottom: y - 7 });
const shown = { left: 0, top: 0, right: 400, bottom: 400 };
const below = { x: -30, y: 5 };
const behind = { x: 5, y: -9 };
const before = { x: -65, y: -9 };

it('writes a name below its city, and below the pin that stands on it', () => {
  expect(placesOf([name(100, 100)], [head(100, 100)], shown)).toEqual([below]);
});

it('writes it beside where the pin of the next city covers what is below', () => {
  expect(placesOf([name(100, 100)], [head(80, 155)], shown)).toEqual([behind]);
  expect(placesOf([name(100, 100)], [head(80, 155), head(150, 120)], shown)).toEqual([before]);
});

it('leaves out a name that nobody could read, and keeps the more important of two', () => {
  const everywhere = { left: 0, top: 0, right: 300, bottom: 300 };
  expect(placesOf([name(100, 100)], [everywhere], shown)).toEqual([undefined]);
  const [first, second] = placesOf([name(100, 100), name(102, 100)], [], shown);
  expect(first).toEqual(below);
  expect(second).not.toEqual(below);
});

it('cuts no name off at the edge of the map, and writes none of a city beyond it', () => {
  expect(placesOf([name(390, 100)], [], shown)).toEqual([before]);
  expect(placesOf([name(10, 100)], [], shown)).toEqual([behind]);
  expect(placesOf([name(-10, 100), name(20, 100)], [], shown)[0]).toBeUndefined();
});
