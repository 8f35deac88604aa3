import { Code } from '@/components/code';
import type { CustomFieldProps } from '@/crud/entity';
import { PasswordInput, PasswordRules } from '@/features/auth/password-input';

/** The address of an account that exists: its owner changes it, with the password. */
export function KnownEmail({ label, hint, value }: Pick<CustomFieldProps, 'label' | 'hint' | 'value'>) {
  return (
    <dl>
      <dt className="text-sm font-medium">{label}</dt>
      <dd className="mt-1.5 break-all">
        <Code>{String(value)}</Code>
      </dd>
      {hint && <dd className="mt-1 text-xs text-muted">{hint}</dd>}
    </dl>
  );
}

/** The password that somebody else's account begins with. */
export function FirstPassword({ label, hint, error, value, disabled, onChange, onBlur }: CustomFieldProps) {
  const typed = String(value ?? '');
  return (
    <div className="flex flex-col gap-3">
      <PasswordInput
        label={label}
        hint={hint}
        error={error}
        autoComplete="new-password"
        disabled={disabled}
        value={typed}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      <PasswordRules password={typed} />
    </div>
  );
}
