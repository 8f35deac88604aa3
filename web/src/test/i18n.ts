import { initReactI18next } from 'react-i18next';
import { i18next, isolatedValues } from '@/i18n';
import type { Language } from '@/i18n/languages';
import adminAr from '../../public/locales/admin/ar.json';
import adminEn from '../../public/locales/admin/en.json';
import adminFr from '../../public/locales/admin/fr.json';
import ar from '../../public/locales/ar.json';
import en from '../../public/locales/en.json';
import fr from '../../public/locales/fr.json';

/** The real texts, in a language. */
export async function setTexts(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: { translation: { ...en, ...adminEn } },
      fr: { translation: { ...fr, ...adminFr } },
      ar: { translation: { ...ar, ...adminAr } },
    },
    interpolation: isolatedValues,
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
}
