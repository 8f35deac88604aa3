/** The languages of the site, each named in itself. */
export const languages = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
] as const;

export type Language = (typeof languages)[number]['code'];

export const fallbackLanguage: Language = 'en';

/** Where the choice is kept in local storage. `public/boot.js` reads the same place before first paint. */
const storageKey = 'i18nextLng';

/** The supported language of a tag such as `fr-MA`, if there is one. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.slice(0, 2).toLowerCase();
  return languages.find(({ code }) => code === primary)?.code;
}

/** Local storage, then the browser, then the page (specification section 1), else English. */
export function detectLanguage(): Language {
  for (const tag of [storedLanguage(), ...navigator.languages, document.documentElement.lang]) {
    const language = toLanguage(tag);
    if (language) return language;
  }
  return fallbackLanguage;
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Keeps the choice for the next visit; a browser that refuses storage forgets it, nothing else. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Nothing to do: the choice holds until the page is left.
  }
}

/** Sets the page's language and direction: the only place that does, besides `public/boot.js`. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages.find(({ code }) => code === language)?.dir ?? 'ltr';
}
