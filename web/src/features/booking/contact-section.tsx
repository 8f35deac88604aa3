import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '@/components/form-problem';
import type { RegisterValues } from '@/features/auth/account-forms';
import { PasswordInput, PasswordRules } from '@/features/auth/password-input';
import type { SessionUser } from '@/stores/auth';
import { Input } from '@/ui/input';
import { Section } from './section';

/** The person of the session, shown and not asked again (specification section 2). */
function KnownPerson({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input disabled name="firstName" dir="auto" label={t('auth.fields.firstName')} value={user.firstName} />
      <Input disabled name="lastName" dir="auto" label={t('auth.fields.lastName')} value={user.lastName} />
      <Input disabled name="email" dir="ltr" label={t('auth.fields.email')} value={user.email} />
      <Input
        disabled
        name="phoneNumber"
        dir="ltr"
        label={t('auth.fields.phoneNumber')}
        value={user.phoneNumber ?? ''}
      />
    </div>
  );
}

function NewPerson({ form }: { form: UseFormReturn<RegisterValues> }) {
  const { t } = useTranslation();
  const { register, formState, control } = form;
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  return (
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
        error={fieldText(t, errors.phoneNumber?.message)}
      />
      <div className="flex flex-col gap-3 sm:col-span-2">
        <PasswordInput
          {...register('password')}
          autoComplete="new-password"
          error={fieldText(t, errors.password?.message)}
        />
        <PasswordRules password={password} />
      </div>
    </div>
  );
}

/** Who rides. A visitor's account is opened with the booking (D21). */
export function ContactSection({
  user,
  form,
}: {
  user: SessionUser | null;
  form: UseFormReturn<RegisterValues>;
}) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('booking.contact.title')}
      lead={user ? t('booking.contact.knownLead') : t('booking.contact.newLead')}
    >
      {user ? <KnownPerson user={user} /> : <NewPerson form={form} />}
    </Section>
  );
}
