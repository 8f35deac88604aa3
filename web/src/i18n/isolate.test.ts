import { expect, it } from 'vitest';
import { i18next } from '@/i18n';
import { setTexts } from '@/test/i18n';
import { isolated } from './isolate';

it.each([
  ['Yamaha Ténéré 700', true, true],
  ['10:00', true, true],
  ['1.234,50\u00a0درهم', true, true],
  ['مراكش', true, false],
  ['ساحة جامع الفنا', true, false],
  ['12', true, false],
  ['', true, false],
  ['Marrakech', false, false],
  ['10:00', false, false],
  ['ساحة 11 يناير', false, true],
])('%s, right to left: %s, is isolated: %s', (value, rightToLeft, expected) => {
  expect(isolated(value, rightToLeft)).toBe(expected ? `\u2068${value}\u2069` : value);
});

it('isolates once', () => {
  expect(isolated('\u2068Fès\u2069', true)).toBe('\u2068Fès\u2069');
});

it('is done to every value of a text, and to no number that chooses a plural', async () => {
  await setTexts('ar');
  expect(i18next.t('places.pin.parking', { name: 'Gare ONCF' })).toContain('\u2068Gare ONCF\u2069');
  expect(i18next.t('search.when.summary', { start: '10:00', end: '12:00' })).toContain('\u206810:00\u2069');
  await setTexts('fr');
  expect(i18next.t('places.pin.parking', { name: 'Gare ONCF' })).not.toContain('\u2068');
  expect(i18next.t('places.pin.parking', { name: 'محطة القطار' })).toContain('\u2068محطة القطار\u2069');
});
