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
import { Button, buttonClass } from '@/ui/button';
import { Input } from '@/ui/input';
import { type ForgotPasswordValues, forgotPasswordForm } from './account-forms';
import { AuthLayout } from './auth-layout';

const route = getRouteApi('/auth');

/** Asking for a link to choose a new password. What it says afterwards does not depend on whether there is an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const given = useLocation({ select: ({ state }) => state.email });
  const request = useSendOnce(authMutations.forgotPassword());
  const { register, handleSubmit, setError, formState } = useForm<ForgotPasswordValues>({
    resolver: forgotPasswordForm,
    defaultValues: { email: given ?? '' },
  });
  const submit = handleSubmit((values) =>
    request.send(values, {
      onError: (cause) => applyProblem(asProblem(cause), ['email'], setError),
    }),
  );
  if (request.isSuccess) {
    return (
      <AuthLayout
        step="sent"
        title={t('auth.forgot.sent.title')}
        lead={
          <Trans
            i18nKey="auth.forgot.sent.lead"
            components={{
              email: <Code className="wrap-anywhere font-medium text-ink">{request.variables.email}</Code>,
            }}
          />
        }
        aside={t('auth.forgot.aside')}
      >
        <p className="mt-4 text-sm text-muted">{t('auth.forgot.sent.hint')}</p>
        <div className="mt-8 flex flex-col gap-3">
          <Link to="/auth/login" search={search} className={buttonClass({ wide: true })}>
            {t('auth.forgot.back')}
          </Link>
          <Button variant="quiet" wide onClick={request.reset}>
            {t('auth.forgot.sent.another')}
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      step="ask"
      title={t('auth.forgot.title')}
      lead={t('auth.forgot.lead')}
      aside={t('auth.forgot.aside')}
    >
      <ProblemAlert error={request.error} fields={['email']} className="mt-6" />
      <form noValidate className="mt-8 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <Input
          {...register('email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          label={t('auth.fields.email')}
          error={fieldText(t, formState.errors.email?.message)}
        />
        <Button type="submit" wide busy={request.isPending}>
          {t('auth.forgot.submit')}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Link
          to="/auth/login"
          search={search}
          className="font-medium text-majorelle underline underline-offset-4"
        >
          {t('auth.forgot.back')}
        </Link>
      </p>
    </AuthLayout>
  );
}
