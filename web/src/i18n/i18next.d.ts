import type adminTexts from '../../public/locales/admin/en.json';
import type texts from '../../public/locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // One tree; the branch `admin` comes with the admin area (see `loadAdminTexts`).
    resources: { translation: typeof texts & typeof adminTexts };
  }
}
