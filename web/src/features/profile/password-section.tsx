import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations } from '@/api/queries/account';
import { applyProblem, fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { type ChangePasswordValues, changePasswordForm } from '@/features/auth/account-forms';
import { PasswordInput, PasswordRules } from '@/features/auth/password-input';
import type { SessionUser } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Section } from './section';

/** Another password, which signs everybody else out. */
export function PasswordSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const change = useSendOnce(accountMutations.changePassword());
  const { register, handleSubmit, setError, reset, control, formState } = useForm<ChangePasswordValues>({
    resolver: changePasswordForm,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'newPassword' });
  const submit = handleSubmit((values) =>
    change.send(values, {
      onSuccess: () => {
        reset();
        notify({ tone: 'success', title: t('profile.password.done'), text: t('profile.password.doneText') });
      },
      onError: (cause) => applyProblem(asProblem(cause), ['currentPassword', 'newPassword'], setError),
    }),
  );
  return (
    <Section id="password" title={t('profile.password.title')} lead={t('profile.password.lead')}>
      <form
        noValidate
        className="grid items-start gap-5 sm:grid-cols-2"
        onSubmit={(event) => void submit(event)}
      >
        {/* Whose password it is, for the browser's memory of passwords. */}
        <input hidden readOnly type="email" autoComplete="username" value={user.email} />
        <PasswordInput
          {...register('currentPassword')}
          label={t('profile.password.current')}
          autoComplete="current-password"
          error={fieldText(t, errors.currentPassword?.message)}
        />
        <PasswordInput
          {...register('newPassword')}
          label={t('auth.fields.newPassword')}
          autoComplete="new-password"
          error={fieldText(t, errors.newPassword?.message)}
        />
        <div className="sm:col-span-2">
          <PasswordRules password={typed} />
        </div>
        <ProblemAlert
          error={change.error}
          fields={['currentPassword', 'newPassword']}
          className="sm:col-span-2"
          title={t('profile.password.failed')}
        />
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          {t('profile.password.submit')}
        </Button>
      </form>
    </Section>
  );
}
