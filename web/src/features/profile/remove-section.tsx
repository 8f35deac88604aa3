import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations } from '@/api/queries/account';
import { applyProblem, fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { type DeleteAccountValues, deleteAccountForm } from '@/features/auth/account-forms';
import { PasswordInput } from '@/features/auth/password-input';
import { dropDrafts } from '@/lib/draft';
import { useAuth } from '@/stores/auth';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Section } from './section';

/** Deleting the account: what goes, what stays and why, and what keeps it from being deleted. */
export function RemoveSection() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  return (
    <Section id="delete" title={t('profile.remove.title')} lead={t('profile.remove.lead')}>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        <div>
          <dt className="font-medium">{t('profile.remove.goes.title')}</dt>
          <dd className="mt-1 text-muted">{t('profile.remove.goes.text')}</dd>
        </div>
        <div>
          <dt className="font-medium">{t('profile.remove.stays.title')}</dt>
          <dd className="mt-1 text-muted">{t('profile.remove.stays.text')}</dd>
        </div>
      </dl>
      <p className="mt-4 text-sm">{t('profile.remove.wait')}</p>
      <Button variant="danger" className="mt-5" onClick={() => setAsked(true)}>
        {t('profile.remove.action')}
      </Button>
      <RemoveDialog open={asked} onOpenChange={setAsked} />
    </Section>
  );
}

function RemoveDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const navigate = useNavigate();
  const remove = useSendOnce(accountMutations.remove());
  const { register, handleSubmit, setError, reset, formState } = useForm<DeleteAccountValues>({
    resolver: deleteAccountForm,
    defaultValues: { password: '' },
  });
  const problem = remove.error && asProblem(remove.error);
  const close = () => {
    reset();
    remove.reset();
    onOpenChange(false);
  };
  const leave = () => {
    // First away from here, which is for signed-in people; then out, before another page asks as somebody who is gone.
    void navigate({ to: '/', replace: true });
    useAuth.getState().signOut();
    dropDrafts();
    notify({ tone: 'success', title: t('profile.remove.done'), text: t('profile.remove.doneText') });
  };
  const submit = handleSubmit(({ password }) =>
    remove.send(password, {
      onSuccess: leave,
      onError: (cause) => applyProblem(asProblem(cause), ['password'], setError),
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('profile.remove.sure')}
      closeLabel={t('common.close')}
      description={t('profile.remove.sureText')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('profile.remove.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={id} busy={remove.isPending || remove.isSuccess}>
            {t('profile.remove.confirm')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="mt-4" onSubmit={(event) => void submit(event)}>
        <PasswordInput
          {...register('password')}
          autoComplete="current-password"
          error={fieldText(t, formState.errors.password?.message)}
        />
      </form>
      <ProblemAlert
        error={problem}
        fields={['password']}
        className="mt-4"
        title={t('profile.remove.failed')}
        actions={
          problem?.code === 'USER_HAS_BOOKINGS' && (
            <Link to="/my-bookings" className={buttonClass({ size: 'sm', variant: 'secondary' })}>
              {t('profile.remove.bookings')}
            </Link>
          )
        }
      />
    </Dialog>
  );
}
