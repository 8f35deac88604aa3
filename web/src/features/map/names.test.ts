import { expect, it } from 'vitest';
import { sidesOf } from './names';

const name = (x: number, y: number) => ({ x, y, width: 60, height: 16 });
const head = (x: number, y: number) => ({ left: x - 19, right: x + 19, top: y - 45, bottom: y - 7 });

it('writes a name below its city, and below the pin that stands on it', () => {
  expect(sidesOf([name(100, 100)], [head(100, 100)])).toEqual(['below']);
});

it('writes it beside where the next city’s pin covers what is below', () => {
  expect(sidesOf([name(100, 100)], [head(80, 155)])).toEqual(['end']);
  expect(sidesOf([name(100, 100)], [head(80, 155), head(150, 120)])).toEqual(['start']);
});

it('leaves out a name that nobody could read, and keeps the more important of two', () => {
  const everywhere = { left: 0, top: 0, right: 300, bottom: 300 };
  expect(sidesOf([name(100, 100)], [everywhere])).toEqual([undefined]);
  expect(sidesOf([name(100, 100), name(102, 100)], [])[0]).toBe('below');
  expect(sidesOf([name(100, 100), name(102, 100)], [])[1]).not.toBe('below');
});
