import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { authQueries } from '@/api/queries/auth';
import { FailureState } from '@/components/failure-state';
import { PageHeader } from '@/crud/page-header';
import { useCan } from '@/crud/use-can';
import { DetailsSection } from '@/features/profile/details-section';
import { EmailSection } from '@/features/profile/email-section';
import { LanguageSection } from '@/features/profile/language-section';
import { PasswordSection } from '@/features/profile/password-section';
import { SessionsSection } from '@/features/profile/sessions-section';
import { useAuth } from '@/stores/auth';
import { NoticesSection } from './notices-section';

/** One's own account, for who works here: the same parts as the profile of a customer. */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  // Coming back to the page shows what was changed elsewhere meanwhile.
  const { error, refetch } = useQuery({ ...authQueries.me(user !== null), staleTime: 0 });
  const choosing = useCan('NOTICE_CHOOSE');
  const title = t('admin.sections.settings');
  if (!user) return null;
  return (
    <>
      <PageHeader title={title} documentTitle={title} lead={t('admin.settings.lead')} />
      <div className="mt-5 flex max-w-3xl flex-col gap-6">
        {error && <FailureState error={error} onRetry={() => void refetch()} />}
        {/* Somebody else's sign-in begins with forms of its own. */}
        <DetailsSection key={`details-${user.id}`} user={user} />
        <LanguageSection user={user} />
        {choosing && <NoticesSection />}
        <EmailSection key={`email-${user.id}`} user={user} />
        <PasswordSection key={`password-${user.id}`} user={user} />
        <SessionsSection />
      </div>
    </>
  );
}
