import { useTranslation } from 'react-i18next';
import { Panel } from '@/crud/panel';
import { RelationField } from '@/crud/relation-field';
import { userRelation } from '@/features/admin-relations/relations';
import { languages } from '@/i18n/languages';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import type { CounterValues } from './counter-values';

/** Who rides: somebody new, of whom the site makes an account, or a person of the list. */
export function CounterCustomer({
  values,
  errorOf,
  onChange,
}: {
  values: CounterValues;
  errorOf: (name: string) => string | undefined;
  onChange: (changes: Partial<CounterValues>) => void;
}) {
  const { t } = useTranslation();
  const known = values.who === 'known';
  const input = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber') => ({
    value: values[name],
    error: errorOf(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <Panel title={t('admin.bookings.customer')}>
      <fieldset>
        <legend className="sr-only">{t('admin.bookings.customer')}</legend>
        <div className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
          {(['new', 'known'] as const).map((who) => (
            <label key={who} className="flex min-h-9 items-center gap-2.5">
              <input
                type="radio"
                name="who"
                value={who}
                checked={values.who === who}
                className="size-5 accent-majorelle"
                onChange={() => onChange({ who })}
              />
              {t(`admin.bookings.counter.who.${who}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {known ? (
        <RelationField
          label={t('admin.bookings.customer')}
          hint={t('admin.bookings.counter.knownHint')}
          relation={userRelation}
          none={t('admin.form.choose')}
          required
          value={values.userId}
          error={errorOf('userId')}
          onChange={(userId) => onChange({ userId })}
        />
      ) : (
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <Input
            {...input('firstName')}
            dir="auto"
            aria-required
            label={t('admin.bookings.counter.firstName')}
          />
          <Input
            {...input('lastName')}
            dir="auto"
            aria-required
            label={t('admin.bookings.counter.lastName')}
          />
          <Input
            {...input('email')}
            type="email"
            inputMode="email"
            dir="ltr"
            aria-required
            label={t('admin.bookings.email')}
            hint={t('admin.bookings.counter.emailHint')}
          />
          <Input
            {...input('phoneNumber')}
            type="tel"
            inputMode="tel"
            dir="ltr"
            label={t('admin.bookings.phone')}
            aside={t('common.optional')}
          />
          <Select
            label={t('admin.bookings.counter.language')}
            value={values.language}
            error={errorOf('language')}
            onChange={({ target }) => onChange({ language: target.value })}
          >
            {languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Panel>
  );
}
