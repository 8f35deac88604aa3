import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { authMutations } from '@/api/queries/auth';
import { Code } from '@/components/code';
import { applyProblem, fieldText } from '@/components/form-problem';
import { ProblemAlert } from '@/components/problem-alert';
import { Trans } from '@/components/trans';
import { useSendOnce } from '@/components/use-send-once';
import { runtimeConfig } from '@/config/runtime';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { type LoginValues, loginForm } from './account-forms';
import { AuthLayout } from './auth-layout';
import { PasswordInput } from './password-input';

const route = getRouteApi('/auth');

/** The rider of the demonstration, who exists only where the server says that it is one. */
const demo: LoginValues = { email: 'rider@rihla.test', password: 'Rihla-demo-1' };

/** Signing in. The route's guard then leads on to where the person was going. */
export function LoginPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { email, passwordSet, sessionEnded } = useLocation({ select: ({ state }) => state });
  const login = useSendOnce(authMutations.login());
  const { register, handleSubmit, setError, setValue, formState } = useForm<LoginValues>({
    resolver: loginForm,
    defaultValues: { email: email ?? '', password: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    login.send(values, {
      onError: (cause) => applyProblem(asProblem(cause), ['email', 'password'], setError),
    }),
  );
  return (
    <AuthLayout title={t('auth.login.title')} lead={t('auth.login.lead')} aside={t('auth.login.aside')}>
      {passwordSet && !login.error && (
        <div data-outcome="" className="mt-6 rounded-card">
          <Alert tone="success" title={t('auth.login.passwordSet.title')}>
            {t('auth.login.passwordSet.text')}
          </Alert>
        </div>
      )}
      {sessionEnded && !login.error && (
        <Alert className="mt-6" title={t('auth.login.ended.title')}>
          {t('auth.login.ended.text')}
        </Alert>
      )}
      <ProblemAlert error={login.error} fields={['email', 'password']} className="mt-6" />
      <form noValidate className="mt-8 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <Input
          {...register('email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          label={t('auth.fields.email')}
          error={fieldText(t, errors.email?.message)}
        />
        <PasswordInput
          {...register('password')}
          autoComplete="current-password"
          error={fieldText(t, errors.password?.message)}
        />
        <Link
          to="/auth/forgot-password"
          search={search}
          className="-mt-2 self-start text-sm text-majorelle underline underline-offset-4"
        >
          {t('auth.login.forgot')}
        </Link>
        <Button type="submit" wide busy={login.isPending}>
          {t('auth.login.submit')}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <span className="text-muted">{t('auth.login.other')}</span>{' '}
        <Link
          to="/auth/register"
          search={search}
          className="font-medium text-majorelle underline underline-offset-4"
        >
          {t('auth.login.otherLink')}
        </Link>
      </p>
      {runtimeConfig.demo && (
        <Alert
          className="mt-8"
          title={t('auth.demo.title')}
          actions={
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                setValue('email', demo.email);
                setValue('password', demo.password);
              }}
            >
              {t('auth.demo.fill')}
            </Button>
          }
        >
          <Trans
            i18nKey="auth.demo.text"
            components={{
              email: <Code className="whitespace-nowrap">{demo.email}</Code>,
              password: <Code className="whitespace-nowrap">{demo.password}</Code>,
            }}
          />
        </Alert>
      )}
    </AuthLayout>
  );
}
