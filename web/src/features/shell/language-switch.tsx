import { Check, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LanguageList } from '@/components/language-list';
import { currentLanguage } from '@/i18n';
import { languages } from '@/i18n/languages';
import { cn } from '@/lib/cn';
import { Disclosure, panelItemClass } from '@/ui/disclosure';

/** Changes the language in place: address, forms and scroll stay. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const name = languages.find(({ code }) => code === currentLanguage())?.name ?? '';
  return (
    <Disclosure
      className={className}
      label={t('nav.language', { name })}
      buttonClass="inline-flex min-h-11 items-center gap-2 rounded-control px-3 hover:bg-sunken"
      button={() => (
        <>
          <Globe aria-hidden="true" size={19} className="text-muted" />
          <span className="text-sm max-lg:hidden">{name}</span>
        </>
      )}
    >
      {(close) => (
        <LanguageList>
          {({ code, name: own, current, choose }) => (
            <button
              type="button"
              lang={code}
              aria-current={current ? 'true' : undefined}
              className={panelItemClass}
              onClick={() => {
                choose();
                close();
              }}
            >
              <span className="grow">{own}</span>
              <Check aria-hidden="true" size={18} className={cn(!current && 'invisible')} />
            </button>
          )}
        </LanguageList>
      )}
    </Disclosure>
  );
}
