import { getRouteApi, Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { authMutations } from '@/api/queries/auth';
import { applyProblem, fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { problemText } from '@/components/problem-text';
import { Trans } from '@/components/trans';
import { useSendOnce } from '@/components/use-send-once';
import { currentLanguage } from '@/i18n';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { type RegisterValues, registerForm } from './account-forms';
import { AuthLayout } from './auth-layout';
import { PasswordInput, PasswordRules } from './password-input';

const route = getRouteApi('/auth');
const fields = ['firstName', 'lastName', 'email', 'phoneNumber', 'password'] as const;
const linkClass = 'text-majorelle underline underline-offset-4';

/** Opening an account. The route's guard then leads on to where the person was going. */
export function RegisterPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const registration = useSendOnce(authMutations.register());
  const { register, handleSubmit, setError, control, formState } = useForm<RegisterValues>({
    resolver: registerForm,
    defaultValues: { firstName: '', lastName: '', email: '', phoneNumber: '', password: '' },
  });
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  const submit = handleSubmit(({ phoneNumber, ...values }) =>
    registration.send(
      { ...values, ...(phoneNumber && { phoneNumber }), language: currentLanguage() },
      {
        onError: (cause) => {
          const refused = asProblem(cause);
          applyProblem(refused, fields, setError);
          // Specification section 8: the server's message as a toast, with what to do next.
          notify({ tone: 'danger', title: problemText(refused, t), text: t('errors.tryAgain') });
        },
      },
    ),
  );
  return (
    <AuthLayout
      title={t('auth.register.title')}
      lead={t('auth.register.lead')}
      aside={t('auth.register.aside')}
    >
      <ProblemAlert
        error={registration.error}
        fields={fields}
        className="mt-6"
        title={t('auth.register.failed')}
      />
      <form noValidate className="mt-8 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Input
            {...register('firstName')}
            dir="auto"
            autoComplete="given-name"
            label={t('auth.fields.firstName')}
            error={fieldText(t, errors.firstName?.message)}
          />
          <Input
            {...register('lastName')}
            dir="auto"
            autoComplete="family-name"
            label={t('auth.fields.lastName')}
            error={fieldText(t, errors.lastName?.message)}
          />
        </div>
        <Input
          {...register('email')}
          type="email"
          dir="ltr"
          autoComplete="email"
          label={t('auth.fields.email')}
          error={fieldText(t, errors.email?.message)}
        />
        <Input
          {...register('phoneNumber')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          label={t('auth.fields.phoneNumber')}
          aside={t('common.optional')}
          hint={t('auth.fields.phoneHint')}
          error={fieldText(t, errors.phoneNumber?.message)}
        />
        <PasswordInput
          {...register('password')}
          autoComplete="new-password"
          error={fieldText(t, errors.password?.message)}
        />
        <PasswordRules password={password} />
        <Button type="submit" wide busy={registration.isPending}>
          {t('auth.register.submit')}
        </Button>
        <p className="text-sm text-muted">
          <Trans
            i18nKey="auth.register.agree"
            components={{
              terms: <Link to="/terms-conditions" className={linkClass} />,
              privacy: <Link to="/privacy-policy" className={linkClass} />,
            }}
          />
        </p>
      </form>
      <p className="mt-6 text-center">
        <span className="text-muted">{t('auth.register.other')}</span>{' '}
        <Link to="/auth/login" search={search} className={`font-medium ${linkClass}`}>
          {t('auth.register.otherLink')}
        </Link>
      </p>
    </AuthLayout>
  );
}
