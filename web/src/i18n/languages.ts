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

/** Names a language in an address: search engines know each page in each language by one. */
export const languageParameter = 'lang';

/**
 * The address, when it names a language; local storage, then the browser, then the page (specification section 1), else
 * English.
 */
export function detectLanguage(): Language {
  const candidates = [
    new URLSearchParams(location.search).get(languageParameter),
    storedLanguage(),
    ...navigator.languages,
    document.documentElement.lang,
  ];
  for (const tag of candidates) {
    const language = toLanguage(tag);
    if (language) return language;
  }
  return fallbackLanguage;
}

/**
 * Takes the language that an address names for a choice of it: it is kept, and leaves the address, so that the switch
 * and links that are passed on are not held to it.
 */
export function takeLanguageFromAddress(): void {
  const address = new URL(location.href);
  const named = address.searchParams.get(languageParameter);
  if (named === null) return;
  const language = toLanguage(named);
  if (language) rememberLanguage(language);
  const query = address.search
    .slice(1)
    .split('&')
    .filter((part) => part.split('=')[0] !== languageParameter)
    .join('&');
  history.replaceState(history.state, '', `${address.pathname}${query && `?${query}`}${address.hash}`);
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
