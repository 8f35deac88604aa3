import { describe, expect, it } from 'vitest';
import { setTexts } from '@/test/i18n';
import { formatDate, formatDay, formatDistance, formatMoney, formatPeriod } from './format';

/** Formatters put no-break spaces and direction marks in; what is read is compared. */
function read(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u2009]/g, '');
}

describe('money', () => {
  it.each([
    ['en', '1,234.50 MAD'],
    ['fr', '1 234,50 MAD'],
    ['ar', '1.234,50 درهم'],
  ] as const)('has two decimals and the dirham behind it in %s', async (language, expected) => {
    await setTexts(language);
    expect(read(formatMoney(1234.5))).toBe(expected);
  });

  it('keeps its own direction below zero', async () => {
    await setTexts('ar');
    expect(formatMoney(-5)).toBe('\u2066-5,00\u2069\u00a0درهم');
  });

  it('names another currency by its code', () => {
    expect(read(formatMoney(5, 'USD'))).toBe('5.00 USD');
  });
});

describe('dates', () => {
  it('are on Moroccan time, whatever zone the browser is in', () => {
    expect(formatDate('2026-11-30T23:30:00Z', 'numeric')).toBe('01/12/2026');
    expect(formatDate('2026-12-01T09:00:00Z', 'time')).toBe('10:00');
  });

  it('put the day first and use Latin figures in Arabic', async () => {
    await setTexts('ar');
    expect(formatDate('2026-12-01T09:00:00Z', 'numeric')).toMatch(/^0?1\/12\/2026$/);
    expect(formatDate('2026-12-01T09:00:00Z', 'instant')).not.toMatch(/[٠-٩]/);
  });

  it('say once what both ends of a period share', () => {
    expect(read(formatPeriod('2026-12-01T09:00:00Z', '2026-12-05T09:00:00Z'))).toBe('1–5 Dec 2026');
  });

  it('leave a calendar day where it is', () => {
    expect(formatDay('2026-12-01', 'numeric')).toBe('01/12/2026');
  });
});

it.each([
  [0.02, '50 m'],
  [0.43, '450 m'],
  [0.98, '1 km'],
  [3.27, '3.3 km'],
  [12.6, '13 km'],
])('says a distance of %d km as %s', (kilometres, expected) => {
  expect(read(formatDistance(kilometres))).toBe(expected);
});
