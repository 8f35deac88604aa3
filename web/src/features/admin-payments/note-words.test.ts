import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { setTexts } from '@/test/i18n';
import { noteText } from './note-words';

type Code = Parameters<typeof noteText>[0]['noteCode'];

const say = (noteCode: Code, noteValue?: string, note = 'for the records') =>
  noteText({ note, noteCode, noteValue }, i18next.t).replace(/[\s\u2066-\u2069]/g, ' ');

/** Every code that the server knows of bookings, payments and refunds. */
function codes(): Code[] {
  const { components } = JSON.parse(readFileSync('../api/openapi.json', 'utf8'));
  return components.schemas.TimelineEntry.properties.noteCode.enum;
}

it('says every note in the reader’s language', async () => {
  expect(codes().length).toBeGreaterThan(20);
  for (const language of ['en', 'fr', 'ar'] as const) {
    await setTexts(language);
    for (const code of codes()) {
      const value = code === 'BOOKING_BECAME' ? 'CANCELLED_BY_USER' : code?.endsWith('_BACK') ? '450.00' : '';
      const said = say(code, value);
      expect(said, `${code} in ${language}`).not.toMatch(/records|admin\.|[{}]/);
      if (language === 'ar') expect(said).toMatch(/\p{Script=Arabic}/u);
    }
  }
});

it('says what goes with it', async () => {
  await setTexts('en');
  expect(say('GATEWAY_SAYS', 'CHARGED')).toBe('The gateway says CHARGED');
  expect(say('GIVEN_BACK', '450.00')).toBe('450.00 MAD given back');
  expect(say('TAKEN_BACK', '0.00')).toMatch(/^A refund was taken back; 0\.00 MAD/);
  expect(say('BOOKING_BECAME', 'CANCELLED_BY_USER')).toMatch(/^The booking became: Cancelled by/);
  expect(say('GIVEN_UP')).toBe('Given up by hand');
  expect(say('GIVEN_UP', 'Pays in the shop')).toBe('Given up by hand: Pays in the shop');
});

it('leaves what people wrote, and what it does not know, as it is', () => {
  expect(say(null, undefined, 'Helmet broken')).toBe('Helmet broken');
  expect(say('A_NEW_ONE' as Code)).toBe('for the records');
});
