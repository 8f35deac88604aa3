import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations } from '@/api/queries/account';
import { authQueries } from '@/api/queries/auth';
import { applyProblem, fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { type DetailsValues, detailsForm } from '@/features/auth/account-forms';
import { formatDate } from '@/i18n/format';
import type { SessionUser } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { Section } from './section';
import { useDraft } from './use-draft';

const fields = ['firstName', 'lastName', 'phoneNumber'] as const;
type FieldName = (typeof fields)[number];

function valuesOf({ firstName, lastName, phoneNumber }: SessionUser): DetailsValues {
  return { firstName, lastName, phoneNumber: phoneNumber ?? '' };
}

/** Names and telephone number, to change. */
export function DetailsSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const form = useForm<DetailsValues>({
    resolver: detailsForm,
    defaultValues: valuesOf(user),
  });
  const { register, reset, formState } = form;
  const { errors, isDirty } = formState;
  const restored = useDraft(form, 'details', user.id, fields);
  const { save, busy, problem, elsewhere, settle } = useSave(user, form);
  return (
    <Section id="details" title={t('profile.details.title')} lead={t('profile.details.lead')}>
      <form noValidate className="grid gap-5 sm:grid-cols-2" onSubmit={(event) => void save(event)}>
        {elsewhere && (
          <Alert
            tone="warning"
            className="sm:col-span-2"
            title={t('profile.details.elsewhere.title')}
            actions={
              elsewhere.length > 0 && (
                <Button size="sm" variant="secondary" onClick={() => settle(elsewhere)}>
                  {t('profile.details.elsewhere.take')}
                </Button>
              )
            }
          >
            {elsewhere.length === 0 && <p>{t('profile.details.elsewhere.took')}</p>}
            {elsewhere.map((field) => (
              <p key={field}>
                {t('profile.details.elsewhere.differs', {
                  field: t(`auth.fields.${field}`),
                  // Isolated, so that a number or a name of the other direction stays whole.
                  value: `\u2068${valuesOf(user)[field] || t('profile.details.elsewhere.none')}\u2069`,
                })}
              </p>
            ))}
          </Alert>
        )}
        {restored && isDirty && !elsewhere && (
          <Alert className="sm:col-span-2">{t('profile.details.kept')}</Alert>
        )}
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
        <Input
          {...register('phoneNumber')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          className="sm:col-span-2"
          label={t('auth.fields.phoneNumber')}
          aside={t('common.optional')}
          hint={t('auth.fields.phoneHint')}
          error={fieldText(t, errors.phoneNumber?.message)}
        />
        <ProblemAlert
          error={problem}
          fields={fields}
          className="sm:col-span-2"
          title={t('profile.details.failed')}
        />
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button type="submit" busy={busy} disabled={!isDirty}>
            {t('profile.details.submit')}
          </Button>
          {isDirty && !busy && (
            <Button
              variant="quiet"
              onClick={() => {
                reset();
                settle([]);
              }}
            >
              {t('profile.details.undo')}
            </Button>
          )}
          <p className="text-sm text-muted sm:ms-auto">
            {t('profile.details.since', { date: formatDate(user.createdAt, 'month') })}
          </p>
        </div>
      </form>
    </Section>
  );
}

/**
 * Saves what was changed here, and takes in what was changed elsewhere: what is untouched here follows, what was typed
 * here stays and is named in `elsewhere`, for the person to decide.
 */
function useSave(user: SessionUser, form: ReturnType<typeof useForm<DetailsValues>>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const update = useMutation(accountMutations.update());
  const [elsewhere, setElsewhere] = useState<FieldName[]>();
  const known = useRef(user);
  const saving = useRef(false);
  const { getValues, getFieldState, reset, setError, setValue } = form;

  useEffect(() => {
    const [before, now, typed] = [valuesOf(known.current), valuesOf(user), getValues()];
    known.current = user;
    const changed = fields.filter((field) => now[field] !== before[field]);
    if (changed.length === 0) return;
    if (saving.current) return reset(now);
    const dirty = fields.filter((field) => typed[field] !== before[field]);
    reset(now, { keepDirtyValues: true, keepErrors: true });
    if (dirty.length > 0)
      setElsewhere(changed.filter((field) => dirty.includes(field) && typed[field] !== now[field]));
  }, [user, getValues, reset]);

  const send = async (values: DetailsValues, again: boolean): Promise<void> => {
    const seen = known.current;
    const changes = Object.fromEntries(
      fields.filter((field) => getFieldState(field).isDirty).map((field) => [field, values[field]]),
    );
    try {
      saving.current = true;
      const { phoneNumber } = changes;
      await update.mutateAsync({
        ...changes,
        ...(phoneNumber !== undefined && { phoneNumber: phoneNumber || null }),
        updatedAt: seen.updatedAt,
      });
      reset(valuesOf(known.current));
      setElsewhere(undefined);
      notify({ tone: 'success', title: t('profile.details.saved') });
    } catch (cause) {
      saving.current = false;
      const problem = asProblem(cause);
      applyProblem(problem, fields, setError);
      if (problem.code !== 'CHANGED_MEANWHILE') return;
      const { updatedAt, ...fresh } = await client.fetchQuery({ ...authQueries.me(true), staleTime: 0 });
      const same = fields.every((field) => fresh[field] === seen[field]);
      // Something else of the account has changed: a language, a card. Nothing that is typed here.
      if (same && again && updatedAt !== seen.updatedAt) {
        known.current = { ...fresh, updatedAt };
        return send(values, false);
      }
    } finally {
      saving.current = false;
    }
  };

  return {
    save: form.handleSubmit((values) => (saving.current ? undefined : send(values, true))),
    busy: update.isPending,
    problem: update.error && asProblem(update.error),
    elsewhere,
    /** Takes these fields as they are on the server, and has the notice go. */
    settle: (taken: FieldName[]) => {
      for (const field of taken) setValue(field, valuesOf(known.current)[field], { shouldDirty: true });
      setElsewhere(undefined);
      update.reset();
    },
  };
}
