import { Check, Eye, EyeOff, Minus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Input } from '@/ui/input';
import { passwordRules } from './account-forms';

/** A password that can be looked at while it is typed. */
export function PasswordInput({
  label,
  ...props
}: { label?: string } & Omit<ComponentProps<typeof Input>, 'type' | 'end' | 'label'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      label={label ?? t('auth.fields.password')}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={shown}
          className="grid size-10 place-items-center rounded-control text-muted hover:text-ink"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" size={20} />
          <span className="sr-only">
            {shown ? t('auth.fields.hidePassword') : t('auth.fields.showPassword')}
          </span>
        </button>
      }
    />
  );
}

/** The rules of a new password, each ticked as soon as it is met. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <div className="text-sm">
      <p className="text-muted">{t('auth.rules.title')}</p>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {passwordRules.map(({ key, met }) => {
          const done = met(password);
          const Icon = done ? Check : Minus;
          return (
            <li key={key} className={cn('flex items-center gap-2', done ? 'text-mint' : 'text-muted')}>
              <Icon aria-hidden="true" size={16} className="shrink-0" />
              <span>{t(`auth.rules.${key}`)}</span>
              <span className="sr-only">{done ? t('auth.rules.met') : t('auth.rules.missing')}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
