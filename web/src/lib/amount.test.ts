import { expect, it } from 'vitest';
import { amountOf, centimesOf, plainNumber } from './amount';

it('reads amounts as people write them', () => {
  expect(plainNumber(' 1 234,50 ')).toBe('1234.50');
  expect(amountOf('1\u202f234,5')).toBe(1234.5);
  expect(amountOf('\u22129')).toBe(-9);
  for (const none of ['', '1.234', '--1', '1e3', 'x']) expect(amountOf(none)).toBeUndefined();
});

it('adds up exactly', () => {
  expect(centimesOf(0.1) + centimesOf(0.2)).toBe(centimesOf(0.3));
  expect(centimesOf(-765.1)).toBe(-76510);
});
