import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from './isolate';
import {
  applyLanguage,
  detectLanguage,
  fallbackLanguage,
  type Language,
  rememberLanguage,
  takeLanguageFromAddress,
  toLanguage,
} from './languages';
import { loadTexts } from './load-texts';

export { i18next };

/** The language that is on. */
export function currentLanguage(): Language {
  return toLanguage(i18next.language) ?? fallbackLanguage;
}

/**
 * How values stand in texts: isolated where they would mix with the words. React escapes what it shows, so nothing here is HTML.
 */
export const isolatedValues = {
  escape: (value: unknown) => isolated(String(value), currentLanguage() === 'ar'),
};

async function add(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const texts = (await loadTexts(language)) as ResourceLanguage;
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Whether the texts of the admin area are there in a language: all of them stand below `admin`. */
function hasAdminTexts(language: Language): boolean {
  return i18next.getResource(language, 'translation', 'admin') !== undefined;
}

async function addAdmin(language: Language): Promise<void> {
  if (hasAdminTexts(language)) return;
  const texts = (await loadTexts(`admin/${language}`)) as ResourceLanguage;
  i18next.addResourceBundle(language, 'translation', texts, true);
}

/**
 * Adds the texts of the admin area, which customers never load, to those of the site. What the language does not bring is
 * said in English; rejects when English does not load either.
 */
export async function loadAdminTexts(): Promise<void> {
  try {
    await addAdmin(currentLanguage());
  } catch (cause) {
    if (currentLanguage() === fallbackLanguage) throw cause;
    await addAdmin(fallbackLanguage);
  }
}

/**
 * Starts the texts in the visitor's language. When that language cannot be loaded the site is shown in
 * English; throws only when English cannot be loaded either.
 */
export async function startI18n(): Promise<void> {
  const wanted = detectLanguage();
  takeLanguageFromAddress();
  await i18next.use(initReactI18next).init({
    lng: wanted,
    fallbackLng: fallbackLanguage,
    resources: {},
    interpolation: isolatedValues,
    react: { useSuspense: false },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  i18next.on('languageChanged', () => applyLanguage(currentLanguage()));
  try {
    await add(wanted);
    applyLanguage(wanted);
  } catch (cause) {
    if (wanted === fallbackLanguage) throw cause;
    await add(fallbackLanguage);
    await i18next.changeLanguage(fallbackLanguage);
  }
}

/** Changes the language in place: the address, forms and scroll stay. Rejects when its texts do not load. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([add(language), hasAdminTexts(currentLanguage()) && addAdmin(language)]);
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
