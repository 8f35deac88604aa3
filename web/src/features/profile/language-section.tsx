import { useTranslation } from 'react-i18next';
import { accountMutations } from '@/api/queries/account';
import { LanguageList } from '@/components/language-list';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { currentLanguage } from '@/i18n';
import { type Language, languages } from '@/i18n/languages';
import { cn } from '@/lib/cn';
import type { SessionUser } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Section } from './section';

function nameOf(language: Language): string {
  return languages.find(({ code }) => code === language)?.name ?? '';
}

/** The language of the site on this device, and of the account, in which mails are written. */
export function LanguageSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const update = useSendOnce(accountMutations.update());
  const shown = currentLanguage();
  return (
    <Section id="language" title={t('profile.language.title')} lead={t('profile.language.lead')}>
      <LanguageList className="flex flex-wrap gap-3">
        {({ code, name, current, choose }) => (
          <button
            type="button"
            lang={code}
            aria-pressed={current}
            onClick={choose}
            className={cn(
              'min-h-11 rounded-control border px-5 transition-colors',
              current
                ? 'border-majorelle bg-majorelle-tint font-medium text-majorelle forced-color-adjust-none'
                : 'border-line-strong hover:border-ink',
            )}
          >
            {name}
          </button>
        )}
      </LanguageList>
      {user.language !== shown && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <p className="text-sm">{t('profile.language.mails', { language: nameOf(user.language) })}</p>
          <Button
            size="sm"
            variant="secondary"
            busy={update.isPending}
            onClick={() => update.send({ language: shown })}
          >
            {t('profile.language.align', { language: nameOf(shown) })}
          </Button>
        </div>
      )}
      <ProblemAlert error={update.error} className="mt-4" title={t('profile.language.failed')} />
    </Section>
  );
}
