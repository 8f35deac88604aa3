import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { authQueries } from '@/api/queries/auth';
import { PanelBoundary } from '@/components/panel-boundary';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { CardSection } from './card-section';
import { DataSection } from './data-section';
import { DetailsSection } from './details-section';
import { EmailSection } from './email-section';
import { LanguageSection } from './language-section';
import { PasswordSection } from './password-section';
import { RemoveSection } from './remove-section';
import { SessionsSection } from './sessions-section';

/** The person's own data and account, one long page with an address for each part. */
export function ProfilePage() {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  // Coming back to the page shows what was changed elsewhere meanwhile.
  const { error, refetch } = useQuery({ ...authQueries.me(user !== null), staleTime: 0 });
  if (!user) return null;
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-3xl">{t('profile.title')}</h1>
      <p className="mt-2 text-muted">{t('profile.lead')}</p>
      <div className="mt-6 grid gap-6 lg:mt-8 lg:grid-cols-[13rem_minmax(0,46rem)] lg:gap-10">
        <PageNav />
        <div className="flex min-w-0 flex-col gap-6">
          {error && (
            <Alert
              tone="warning"
              title={t('profile.failed')}
              actions={
                <Button size="sm" variant="secondary" onClick={() => void refetch()}>
                  {t('common.retry')}
                </Button>
              }
            />
          )}
          {/* Somebody else's sign-in begins with forms of its own. */}
          <PanelBoundary key={`details-${user.id}`}>
            <DetailsSection user={user} />
          </PanelBoundary>
          <PanelBoundary>
            <LanguageSection user={user} />
          </PanelBoundary>
          <PanelBoundary key={`card-${user.id}`}>
            <CardSection user={user} />
          </PanelBoundary>
          <PanelBoundary key={`email-${user.id}`}>
            <EmailSection user={user} />
          </PanelBoundary>
          <PanelBoundary key={`password-${user.id}`}>
            <PasswordSection user={user} />
          </PanelBoundary>
          <PanelBoundary>
            <SessionsSection />
          </PanelBoundary>
          <PanelBoundary>
            <DataSection />
          </PanelBoundary>
          <PanelBoundary>
            <RemoveSection />
          </PanelBoundary>
        </div>
      </div>
    </div>
  );
}

/** Leads to the parts of the page: beside it on a wide screen, a row to push along above it on a phone. */
function PageNav() {
  const { t } = useTranslation();
  const parts = [
    ['details', t('profile.details.title')],
    ['language', t('profile.language.title')],
    ['identity', t('profile.card.title')],
    ['email', t('profile.email.title')],
    ['password', t('profile.password.title')],
    ['sessions', t('profile.sessions.title')],
    ['data', t('profile.data.title')],
    ['delete', t('profile.remove.title')],
  ] as const;
  return (
    <nav aria-label={t('profile.nav')} className="min-w-0 lg:sticky lg:top-6 lg:self-start">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 md:-mx-8 md:px-8 lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-0">
        {parts.map(([hash, label]) => (
          <li key={hash} className="shrink-0">
            <Link
              to="/profile"
              hash={hash}
              replace
              activeOptions={{ includeHash: true }}
              // Reading goes on there too, not only the eye.
              onClick={() =>
                document.getElementById(hash)?.querySelector('h2')?.focus({ preventScroll: true })
              }
              className="inline-flex min-h-10 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 text-sm transition-colors hover:border-ink aria-[current]:border-majorelle aria-[current]:text-majorelle lg:w-full lg:whitespace-normal lg:rounded-control lg:py-1.5 lg:border-transparent lg:bg-transparent lg:px-3 lg:hover:border-transparent lg:hover:bg-sunken lg:aria-[current]:bg-majorelle-tint"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
