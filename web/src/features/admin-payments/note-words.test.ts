import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { i18next } from '@/i18n';
import { formatMoney } from '@/i18n/format';
import { noteText } from './note-words';

const t = i18next.t;
const folder = '../internal/payment';

it('knows every sentence that the program writes beside a step', () => {
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
  const written = [...source.matchAll(/(?:note: |markRefundedTx\([^"\n]*|TrimSuffix\()"([^"]+)"/g)].map(
    ([, note = '']) => note,
  );
  expect(written.length).toBeGreaterThan(10);
  for (const sentence of written) {
    const note = sentence
      .replace('%s', '450.00')
      .replace(/became $/, 'became CANCELLED_BY_USER')
      .replace(/ $/, ' CHARGED');
    expect(noteText(note, t), note).not.toBe(note);
  }
});

it('says what stands in a sentence, and leaves what others wrote', () => {
  expect(noteText('450.00 given back', t)).toBe(`${formatMoney(450)} given back`);
  expect(noteText('the gateway says CHARGED', t)).toBe('The gateway says CHARGED');
  expect(noteText('given up by hand: no motorcycle\nleft', t)).toBe('Given up by hand: no motorcycle\nleft');
  expect(noteText('imported from the old system', t)).toBe('imported from the old system');
});
