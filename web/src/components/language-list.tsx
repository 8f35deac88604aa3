import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepLanguage } from '@/api/queries/auth';
import { changeLanguage, currentLanguage } from '@/i18n';
import { type Language, languages } from '@/i18n/languages';
import { notify } from './notify';

/** The languages, each named in itself, as a list whose items the caller draws. */
export function LanguageList({
  className,
  children,
}: {
  className?: string;
  children: (language: { code: Language; name: string; current: boolean; choose: () => void }) => ReactNode;
}) {
  const { t } = useTranslation();
  const choose = (code: Language) => {
    changeLanguage(code).then(
      () => keepLanguage(code),
      () => notify({ tone: 'danger', title: t('nav.languageFailed'), text: t('errors.network') }),
    );
  };
  return (
    <ul className={className}>
      {languages.map(({ code, name }) => (
        <li key={code}>
          {children({ code, name, current: code === currentLanguage(), choose: () => choose(code) })}
        </li>
      ))}
    </ul>
  );
}
