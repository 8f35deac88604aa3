import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { authMutations } from '@/api/queries/auth';
import { ProblemReference } from '@/components/problem-alert';
import { problemText } from '@/components/problem-text';
import { useAuth } from '@/stores/auth';
import { Button, buttonClass } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { AuthLayout } from './auth-layout';
import { linkRefused } from './mailed-link';

const route = getRouteApi('/auth/confirm-email');

/** Where a mailed link proves an address: nothing to press, only the outcome to read. */
export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { token } = route.useSearch();
  const confirmed = useLocation({ select: ({ state }) => state.emailConfirmed });
  const { confirm, error } = useConfirmation(token);
  const aside = t('auth.confirm.aside');
  if (confirmed) {
    return (
      <AuthLayout
        step="done"
        title={t('auth.confirm.done.title')}
        lead={t('auth.confirm.done.text')}
        aside={aside}
      >
        <WayOn />
      </AuthLayout>
    );
  }
  if (!token) {
    return (
      <AuthLayout title={t('auth.link.incomplete.title')} lead={t('auth.link.incomplete.text')} aside={aside}>
        <WayOn />
      </AuthLayout>
    );
  }
  if (!error) {
    return (
      <AuthLayout step="checking" title={t('auth.confirm.title')} lead={t('auth.confirm.lead')} aside={aside}>
        <div className="mt-8 text-majorelle">
          <Spinner size={32} />
        </div>
      </AuthLayout>
    );
  }
  const problem = asProblem(error);
  if (linkRefused(problem)) {
    return (
      <AuthLayout
        step="refused"
        title={t('auth.link.invalid.title')}
        lead={t('auth.confirm.invalid')}
        aside={aside}
      >
        <WayOn />
      </AuthLayout>
    );
  }
  if (problem.code === 'EMAIL_TAKEN') {
    return (
      <AuthLayout
        step="taken"
        title={t('auth.confirm.taken.title')}
        lead={t('auth.confirm.taken.text')}
        aside={aside}
      >
        <WayOn />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout step="failed" title={t('auth.confirm.failed')} lead={problemText(problem, t)} aside={aside}>
      <ProblemReference problem={problem} />
      <Button wide className="mt-8" onClick={confirm}>
        {t('common.retry')}
      </Button>
    </AuthLayout>
  );
}

/** Sends the token once on arrival; when the server took it, the address forgets it and remembers the outcome. */
function useConfirmation(token: string | undefined) {
  const navigate = useNavigate();
  const { mutate, error } = useMutation(authMutations.confirmEmail());
  const confirm = useCallback(() => {
    if (!token) return;
    const state = { emailConfirmed: true };
    mutate(token, {
      onSuccess: () => void navigate({ to: '/auth/confirm-email', search: {}, state, replace: true }),
    });
  }, [token, mutate, navigate]);
  useEffect(() => {
    // Not at once: of the effects that React runs twice in development only the second sends, as the link works once.
    const timer = setTimeout(confirm);
    return () => clearTimeout(timer);
  }, [confirm]);
  return { confirm, error };
}

/** To the account, or to where one gets into it. */
function WayOn() {
  const { t } = useTranslation();
  const signedIn = useAuth(({ authenticated }) => authenticated);
  return (
    <Link
      to={signedIn ? '/profile' : '/auth/login'}
      className={buttonClass({ wide: true, className: 'mt-8' })}
    >
      {signedIn ? t('auth.confirm.profile') : t('auth.login.submit')}
    </Link>
  );
}
