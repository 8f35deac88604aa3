import type { ReactNode } from 'react';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '@/components/form-problem';
import { cn } from '@/lib/cn';
import { Checkbox } from '@/ui/checkbox';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import type { CustomFieldProps, Field, Row } from './entity';
import type { FormValues } from './form-values';
import { RelationField } from './relation-field';

const inputTypes = {
  text: { type: 'text' },
  email: { type: 'email', dir: 'ltr', inputMode: 'email' },
  phone: { type: 'tel', dir: 'ltr', inputMode: 'tel' },
  url: { type: 'text', dir: 'ltr', inputMode: 'url' },
  money: { type: 'text', dir: 'ltr', inputMode: 'decimal' },
  number: { type: 'text', dir: 'ltr', inputMode: 'decimal' },
  date: { type: 'date', dir: 'ltr' },
  time: { type: 'time', dir: 'ltr' },
} as const;

/** One field of a form, by its kind. */
export function FormField<R extends Row>({
  field,
  control,
  register,
  message,
  parts,
  disabled,
}: {
  field: Field<R>;
  control: Control<FormValues>;
  register: UseFormRegister<FormValues>;
  /** A code of `errors.fields`, or the server's sentence. */
  message: string | undefined;
  /** What is wrong with parts of a custom field. */
  parts: Readonly<Record<string, string>>;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const frame = {
    label: t(field.label),
    hint: field.hint && t(field.hint),
    error: fieldText(t, message),
    aside: field.required || disabled ? undefined : t('common.optional'),
  };
  const className = cn(
    (field.wide || field.kind === 'textarea' || field.kind === 'custom') && 'sm:col-span-2',
  );
  const body = () => {
    switch (field.kind) {
      case 'textarea':
        return <Textarea {...frame} {...register(field.name)} rows={field.rows ?? 4} />;
      case 'select':
        return (
          <Select {...frame} {...register(field.name)}>
            {(field.none !== undefined || !field.required) && (
              <option value="">{t(field.none ?? 'admin.form.none')}</option>
            )}
            {field.options.map(({ value, label, derived }) => (
              <option key={value} value={value} disabled={derived}>
                {t(label)}
              </option>
            ))}
          </Select>
        );
      case 'checkbox':
        return (
          <Checkbox {...register(field.name)} label={frame.label} hint={frame.hint} error={frame.error} />
        );
      case 'relation':
        return (
          <Controller
            control={control}
            name={field.name}
            render={({ field: { value, onChange, onBlur } }) => (
              <RelationField
                {...frame}
                relation={field.relation}
                value={String(value ?? '')}
                none={t(field.none ?? 'admin.form.choose')}
                required={field.required ?? false}
                disabled={disabled}
                onChange={onChange}
                onBlur={onBlur}
              />
            )}
          />
        );
      case 'custom':
        return (
          <Controller
            control={control}
            name={field.name}
            render={({ field: { value, onChange, onBlur } }) => (
              <CustomField
                control={control}
                render={field.render}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                name={field.name}
                label={frame.label}
                hint={frame.hint}
                error={frame.error}
                errors={parts}
                disabled={disabled}
              />
            )}
          />
        );
      default:
        return (
          <Input
            {...frame}
            {...inputTypes[field.kind]}
            {...(field.kind === 'text' && { dir: field.code ? 'ltr' : 'auto' })}
            {...register(field.name)}
            autoComplete="off"
            aria-required={field.required || undefined}
            end={
              field.kind === 'money' ? (
                <span className="text-sm text-muted">{t('admin.values.currency')}</span>
              ) : field.kind === 'number' && field.unit ? (
                <span className="text-sm text-muted">{t(field.unit)}</span>
              ) : undefined
            }
          />
        );
    }
  };
  return (
    <div data-field={field.name} className={cn('min-w-0', className)}>
      {body()}
    </div>
  );
}

/** A field that renders itself, drawn anew when another one changes. */
function CustomField({
  control,
  render,
  ...field
}: Omit<CustomFieldProps, 'values'> & {
  control: Control<FormValues>;
  render: (field: CustomFieldProps) => ReactNode;
}) {
  const values = useWatch({ control });
  return <>{render({ ...field, values })}</>;
}
