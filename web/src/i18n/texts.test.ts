import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import adminAr from '../../public/locales/admin/ar.json';
import adminEn from '../../public/locales/admin/en.json';
import adminFr from '../../public/locales/admin/fr.json';
import ar from '../../public/locales/ar.json';
import en from '../../public/locales/en.json';
import fr from '../../public/locales/fr.json';

/** The site's and the admin area's, which comes as a file of its own. */
const locales: Record<string, unknown> = {
  en: { ...en, ...adminEn },
  fr: { ...fr, ...adminFr },
  ar: { ...ar, ...adminAr },
};
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Every text by its dotted key. */
function flatten(node: unknown, path = ''): Record<string, string> {
  if (typeof node === 'string') return { [path]: node };
  return Object.entries(node as Record<string, unknown>).reduce<Record<string, string>>(
    (all, [key, value]) => Object.assign(all, flatten(value, path ? `${path}.${key}` : key)),
    {},
  );
}

/** Keys with their plural forms folded into one. */
function foldedKeys(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map((key) => key.replace(pluralEnding, '')))].sort();
}

/** `{{names}}` and `<tags>` of a text, sorted. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<(\w+)\/?>/g)]
    .map(([, name, tag]) => name ?? `<${tag}>`)
    .sort();
}

const english = flatten(locales.en);

/** Names, and letters that people type. */
const sameInEveryLanguage = [
  'payment.gateway.PAYZONE',
  'payment.gateway.STRIPE',
  'payment.gateway.PAYPAL',
  'search.when.pattern',
];

describe.each(Object.keys(locales))('texts in %s', (language) => {
  const texts = flatten(locales[language]);

  it('have the keys of the English ones', () => {
    expect(foldedKeys(texts)).toEqual(foldedKeys(english));
  });

  it('are never empty', () => {
    expect(Object.keys(texts).filter((key) => texts[key]?.trim() === '')).toEqual([]);
    expect(JSON.stringify(locales[language])).not.toContain('{}');
  });

  it('are said in the language', () => {
    const same = new Set(sameInEveryLanguage);
    const foreign = Object.keys(texts).filter((key) => {
      if (same.has(key)) return false;
      const words = (texts[key] ?? '').replace(/\{\{.*?\}\}|<.*?>/g, '');
      if (!/\p{L}/u.test(words)) return false;
      return language === 'ar' ? !/\p{Script=Arabic}/u.test(words) : /\p{Script=Arabic}/u.test(words);
    });
    expect(foreign).toEqual([]);
  });

  it('have every plural form of the language, and no other', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    const forms: Record<string, string[]> = {};
    for (const key of Object.keys(texts)) {
      const form = pluralEnding.exec(key)?.[1];
      if (!form) continue;
      const base = key.replace(pluralEnding, '');
      forms[base] = [...(forms[base] ?? []), form];
    }
    // i18next says none of something by this form in every language.
    const own = (have: string[]) => have.filter((form) => form !== 'zero' || needed.includes('zero'));
    const wrong = Object.entries(forms).filter(([, have]) => own(have).sort().join() !== needed.join());
    expect(wrong).toEqual([]);
  });

  it('count in plural forms', () => {
    const counted = Object.keys(texts).filter((key) => /\{\{\s*count\b/.test(texts[key] ?? ''));
    expect(counted.filter((key) => !pluralEnding.test(key))).toEqual([]);
  });

  it('use the placeholders of the English ones', () => {
    const wrong = Object.keys(texts).filter((key) => {
      const base = key.replace(pluralEnding, '');
      const source = english[key] ?? english[`${base}_other`] ?? '';
      const wanted = placeholders(source);
      const have = placeholders(texts[key] ?? '');
      // "One day" may say its number in words.
      const spoken = pluralEnding.test(key) ? wanted.filter((name) => name !== 'count') : wanted;
      // None of something has neither a price nor a date to name.
      if (key.endsWith('_zero')) return have.some((name) => !wanted.includes(name));
      return have.join() !== wanted.join() && have.join() !== spoken.join();
    });
    expect(wrong).toEqual([]);
  });
});

it('keep the signs of French with their word: no line begins with one', () => {
  const texts = flatten(locales.fr);
  expect(Object.keys(texts).filter((key) => / [:;?!»]|« /.test(texts[key] ?? ''))).toEqual([]);
});

describe('keys', () => {
  /** The site, and the part of the program that names its pages before any of its code runs. */
  const source = ['src', '../internal/spa']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(tsx?|go)$/.test(path) && !/\.test\.|_test\.go|\.gen\.|^src\/test\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  // Keys built over a closed list: t(`status.booking.${status}`).
  const built = [...source.matchAll(/`([a-zA-Z]+(?:\.\w+)*\.)\$\{[^}]+\}((?:\.\w+)*)`/g)].map(
    ([, before = '', after = '']) =>
      new RegExp(`^${before.replaceAll('.', '\\.')}[^.]+${after.replaceAll('.', '\\.')}$`),
  );

  it('all exist', () => {
    const known = foldedKeys(english);
    const named = [
      ...source.matchAll(/(?<![\w.])(?:t|like|say)\(\s*['"]([a-zA-Z]+(?:\.\w+)+)['"]|i18nKey="([\w.]+)"/g),
    ].map(([, called, element]) => called ?? element ?? '');
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter((key) => !known.includes(key))).toEqual([]);
    expect(built.filter((pattern) => !known.some((key) => pattern.test(key)))).toEqual([]);
  });

  it('are all used', () => {
    const unused = foldedKeys(english).filter(
      (key) =>
        !source.includes(`'${key}'`) &&
        !source.includes(`"${key}"`) &&
        !built.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the admin area', () => {
  it('keeps its texts to itself', () => {
    for (const site of [en, fr, ar]) expect(Object.keys(site)).not.toContain('admin');
    for (const admin of [adminEn, adminFr, adminAr]) expect(Object.keys(admin)).toEqual(['admin']);
  });

  it('is alone in saying them, for nobody else has them', () => {
    const elsewhere = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !/\.test\.|^(crud|features\/admin-|routes\/admin|test)/.test(path),
    );
    const saying = elsewhere.filter((path) =>
      /['"`]admin\.\w+\./.test(readFileSync(join('src', path), 'utf8')),
    );
    expect(saying).toEqual([]);
  });
});
