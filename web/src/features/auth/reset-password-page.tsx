import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { authMutations, logout } from '@/api/queries/auth';
import { applyProblem, fieldText } from '@/components/form-problem';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { type NewPasswordValues, newPasswordForm } from './account-forms';
import { AuthLayout } from './auth-layout';
import { AskAgain, linkRefused } from './mailed-link';
import { PasswordInput, PasswordRules } from './password-input';

const route = getRouteApi('/auth/reset-password');

/** Choosing a new password with a mailed link, which then leads to signing in with it. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token, email } = route.useSearch();
  const reset = useSendOnce(authMutations.resetPassword());
  const { register, handleSubmit, setError, control, formState } = useForm<NewPasswordValues>({
    resolver: newPasswordForm,
    defaultValues: { password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const problem = reset.error && asProblem(reset.error);
  const aside = t('auth.reset.aside');
  if (!token) {
    return (
      <AuthLayout title={t('auth.link.incomplete.title')} lead={t('auth.link.incomplete.text')} aside={aside}>
        <div className="mt-8">
          <AskAgain email={email} />
        </div>
      </AuthLayout>
    );
  }
  if (problem && linkRefused(problem)) {
    return (
      <AuthLayout
        step="refused"
        title={t('auth.link.invalid.title')}
        lead={t('auth.link.invalid.text')}
        aside={aside}
      >
        <div className="mt-8">
          <AskAgain email={email} />
        </div>
      </AuthLayout>
    );
  }
  const submit = handleSubmit((values) =>
    reset.send(
      { ...values, token, ...(email && { email }) },
      {
        onSuccess: () => {
          // The account's sessions have ended; somebody else's would keep the sign-in page from being shown.
          void logout();
          // Replaced, so that going back finds no token.
          void navigate({
            to: '/auth/login',
            search: {},
            state: { passwordSet: true, email },
            replace: true,
          });
        },
        onError: (cause) => applyProblem(asProblem(cause), ['password'], setError),
      },
    ),
  );
  return (
    <AuthLayout step="choose" title={t('auth.reset.title')} lead={t('auth.reset.lead')} aside={aside}>
      <ProblemAlert error={problem} fields={['password']} className="mt-6" />
      <form noValidate className="mt-8 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        {email && (
          // Whose password it is, for the reader and for the browser's memory of passwords.
          <Input
            readOnly
            value={email}
            type="email"
            dir="ltr"
            autoComplete="username"
            label={t('auth.fields.email')}
          />
        )}
        <PasswordInput
          {...register('password')}
          label={t('auth.fields.newPassword')}
          autoComplete="new-password"
          error={fieldText(t, formState.errors.password?.message)}
        />
        <PasswordRules password={password} />
        <Button type="submit" wide busy={reset.isPending || reset.isSuccess}>
          {t('auth.reset.submit')}
        </Button>
      </form>
    </AuthLayout>
  );
}
