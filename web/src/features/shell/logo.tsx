import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The mark and the name, in the script of the language; leads home. */
export function Logo() {
  const { t } = useTranslation();
  return (
    <Link to="/" className="-ms-1 inline-flex items-center gap-2.5 rounded-control p-1">
      <img src="/pictures/logo-mark.svg" alt="" width="36" height="36" className="size-9" />
      <span className="text-xl font-bold text-ink">{t('common.brand')}</span>
    </Link>
  );
}
