import { readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { isolated } from '../../src/i18n/isolate';

export type Language = 'en' | 'fr' | 'ar';

/** Texts by their keys, as a locale file holds them. */
export type Tree = { readonly [key: string]: string | Tree };

/** The site's own texts in one language, so that no test writes one of them a second time. */
export interface Texts {
  readonly t: TFunction;
  /** Matches a text whole, in any of its plural forms, whatever its values are. */
  like(key: string): RegExp;
  /** Every key: none of them may ever be seen. */
  readonly keys: ReadonlySet<string>;
}

function flat(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const plural = /_(zero|one|two|few|many|other)$/;

export function readTree(language: Language): Tree {
  const read = (name: string) => {
    const file = new URL(`../../public/locales/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as Tree;
  };
  return { ...read(language), ...read(`admin/${language}`) };
}

export function readTexts(language: Language, tree: Tree = readTree(language)): Texts {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: tree } },
    interpolation: { escape: (value) => isolated(String(value), language === 'ar') },
    initAsync: false,
  });
  void i18n.init();
  const texts = flat(tree);
  return {
    t: i18n.t,
    like: (key) => {
      const forms = texts.filter(([name]) => name.replace(plural, '') === key).map(([, text]) => text);
      if (forms.length === 0) throw new Error(`there is no text ${key}`);
      const patterns = forms.map((form) =>
        form
          .split(/\{\{.+?\}\}/)
          // A name is compared with its spaces made plain, also those that keep a sign on the line of its word.
          .map((part) => escaped(part).replace(/\s/g, '\\s'))
          .join('.+'),
      );
      return new RegExp(`^(${patterns.join('|')})$`);
    },
    keys: new Set(texts.map(([key]) => key.replace(plural, ''))),
  };
}
