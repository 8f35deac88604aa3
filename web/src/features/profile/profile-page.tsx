import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { authQueries } from '@/api/queries/auth';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { LanguageList } from '@/components/language-list';
import { cn } from '@/lib/cn';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Stat } from '@/ui/stat';

/** The person's own data, to read, and the language of the site. */
export function ProfilePage() {
  const { t } = useTranslation();
  const kept = useAuth((session) => session.user);
  const { data, error, refetch } = useQuery(authQueries.me(kept !== null));
  const user = data ?? kept;
  if (!user) return null;
  return (
    <div className="page py-10 sm:py-14">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-3xl">{t('pages.profile.title')}</h1>
        <p className="mt-3 text-muted">{t('pages.profile.lead')}</p>
        {error && (
          <Alert
            tone="warning"
            className="mt-6"
            title={t('pages.profile.failed')}
            actions={
              <Button size="sm" variant="secondary" onClick={() => void refetch()}>
                {t('common.retry')}
              </Button>
            }
          />
        )}
        <Card as="section" className="mt-8">
          <h2 className="text-lg">{t('pages.profile.details')}</h2>
          <dl className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2">
            <Stat name={t('auth.fields.firstName')}>
              <bdi>{user.firstName}</bdi>
            </Stat>
            <Stat name={t('auth.fields.lastName')}>
              <bdi>{user.lastName}</bdi>
            </Stat>
            <Stat name={t('auth.fields.email')}>
              <Code className="break-all">{user.email}</Code>
            </Stat>
            <Stat name={t('auth.fields.phoneNumber')}>
              {user.phoneNumber ? (
                <Code>{user.phoneNumber}</Code>
              ) : (
                <span className="font-normal text-muted">{t('pages.profile.none')}</span>
              )}
            </Stat>
            <Stat name={t('pages.profile.since')}>
              <DateText value={user.createdAt} />
            </Stat>
          </dl>
        </Card>
        <Card as="section" className="mt-6">
          <h2 className="text-lg">{t('pages.profile.language')}</h2>
          <p className="mt-1 text-sm text-muted">{t('pages.profile.languageLead')}</p>
          <LanguageList className="mt-4 flex flex-wrap gap-3">
            {({ code, name, current, choose }) => (
              <button
                type="button"
                lang={code}
                aria-pressed={current}
                onClick={choose}
                className={cn(
                  'min-h-11 rounded-control border px-5 transition-colors',
                  current
                    ? 'border-majorelle bg-majorelle-tint font-medium text-majorelle'
                    : 'border-line-strong hover:border-ink',
                )}
              >
                {name}
              </button>
            )}
          </LanguageList>
        </Card>
      </div>
    </div>
  );
}
