import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations } from '@/api/queries/account';
import { Code } from '@/components/code';
import { applyProblem, fieldText } from '@/components/form-problem';
import { ProblemAlert } from '@/components/problem-alert';
import { Trans } from '@/components/trans';
import { useSendOnce } from '@/components/use-send-once';
import { type ChangeEmailValues, changeEmailForm } from '@/features/auth/account-forms';
import { PasswordInput } from '@/features/auth/password-input';
import type { SessionUser } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { Section } from './section';
import { useDraft } from './use-draft';

/** The address of the account: whether it is confirmed, and how another one takes its place. */
export function EmailSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const change = useSendOnce(accountMutations.changeEmail());
  const form = useForm<ChangeEmailValues>({
    resolver: changeEmailForm,
    defaultValues: { newEmail: '', password: '' },
  });
  const { register, handleSubmit, setError, setValue, setFocus, reset, formState } = form;
  const { errors } = formState;
  useDraft(form, 'email', user.id, ['newEmail']);
  const taken = change.error && asProblem(change.error).code === 'EMAIL_TAKEN';
  const submit = handleSubmit((values) =>
    change.send(values, {
      onSuccess: () => reset(),
      onError: (cause) => {
        const refused = asProblem(cause);
        applyProblem(refused, ['newEmail', 'password'], setError);
        if (refused.code === 'EMAIL_TAKEN') {
          setError('newEmail', { type: 'server', message: refused.message }, { shouldFocus: true });
        }
      },
    }),
  );
  return (
    <Section id="email" title={t('profile.email.title')} lead={t('profile.email.lead')}>
      <dl>
        <dt className="text-sm text-muted">{t('profile.email.now')}</dt>
        <dd className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Code className="break-all font-medium">{user.email}</Code>
          <Badge tone={user.emailVerifiedAt ? 'confirmed' : 'waiting'}>
            {user.emailVerifiedAt ? t('profile.email.confirmed') : t('profile.email.unconfirmed')}
          </Badge>
          {!user.emailVerifiedAt && !change.isSuccess && (
            <Button
              variant="link"
              className="text-sm"
              onClick={() => {
                setValue('newEmail', user.email, { shouldDirty: true });
                setFocus('password');
              }}
            >
              {t('profile.email.confirm')}
            </Button>
          )}
        </dd>
      </dl>
      {change.isSuccess ? (
        <Alert
          tone="success"
          className="mt-5"
          title={t('profile.email.sent.title')}
          actions={
            <Button size="sm" variant="secondary" onClick={change.reset}>
              {t('profile.email.sent.another')}
            </Button>
          }
        >
          <Trans
            i18nKey="profile.email.sent.text"
            components={{ email: <Code className="wrap-anywhere">{change.variables.newEmail}</Code> }}
          />
        </Alert>
      ) : (
        <form
          noValidate
          className="mt-5 grid items-start gap-5 sm:grid-cols-2"
          onSubmit={(event) => void submit(event)}
        >
          <Input
            {...register('newEmail')}
            type="email"
            dir="ltr"
            autoComplete="email"
            label={t('profile.email.new')}
            error={fieldText(t, errors.newEmail?.message)}
          />
          <PasswordInput
            {...register('password')}
            label={t('profile.email.password')}
            autoComplete="current-password"
            error={fieldText(t, errors.password?.message)}
          />
          {!taken && (
            <ProblemAlert
              error={change.error}
              fields={['newEmail', 'password']}
              className="sm:col-span-2"
              title={t('profile.email.failed')}
            />
          )}
          <Button type="submit" className="justify-self-start" busy={change.isPending}>
            {t('profile.email.submit')}
          </Button>
        </form>
      )}
    </Section>
  );
}
