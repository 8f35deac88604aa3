import { expect, it } from 'vitest';
import { amountOf, centimesOf, plainNumber, wholeOf } from './amount';

it('reads amounts as people write them', () => {
  expect(plainNumber(' 1 234,50 ')).toBe('1234.50');
  expect(amountOf('1\u202f234,5')).toBe(1234.5);
  expect(amountOf('\u22129')).toBe(-9);
  for (const none of ['', '1.234', '--1', '1e3', 'x']) expect(amountOf(none)).toBeUndefined();
});

it('reads whole numbers, and no other as one', () => {
  for (const typed of ['95000', ' 95 000 ', '95\u202f000', '95,000', '95.000'])
    expect(wholeOf(typed)).toBe(95_000);
  expect(wholeOf('1.234.567')).toBe(1_234_567);
  expect(wholeOf('0')).toBe(0);
  for (const none of ['', '95 000,5', '12.5', '12,50', '1.234,567', '1 23', '-5', '8O', 'half', '1e3'])
    expect(wholeOf(none)).toBeUndefined();
});

it('adds up exactly', () => {
  expect(centimesOf(0.1) + centimesOf(0.2)).toBe(centimesOf(0.3));
  expect(centimesOf(-765.1)).toBe(-76510);
});
