import { CopyCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Weekday, weekdays } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import type { CustomFieldProps } from '@/crud/entity';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { controlClass } from '@/ui/field';
import { hoursOf, isWhole, likeDay, usualHours, withDay } from './hours';

/** Opening hours of a week, a line for each day. A day that is not ticked is closed. */
export function HoursField({
  label,
  hint,
  error,
  errors,
  name,
  value,
  disabled,
  onChange,
  onBlur,
}: Pick<
  CustomFieldProps,
  'label' | 'hint' | 'error' | 'errors' | 'name' | 'value' | 'disabled' | 'onChange' | 'onBlur'
>) {
  const { t } = useTranslation();
  const hours = hoursOf(value);
  const first = weekdays.find((day) => hours[day]);
  /** Why a time is refused: what the server said of it, or that it is missing. */
  const wrong = (day: Weekday, end: 'start' | 'end') => {
    const span = hours[day];
    if (!error || !span) return undefined;
    return errors[`${day}.${end}`] ?? (isWhole({ ...usualHours, [end]: span[end] }) ? undefined : error);
  };
  const parts = weekdays.flatMap((day) =>
    (['start', 'end'] as const).flatMap((end) => {
      const message = fieldText(t, wrong(day, end));
      return message === undefined ? [] : [{ key: `${day}.${end}`, day, message }];
    }),
  );

  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      {hint && <p className="mt-1 text-xs text-muted">{hint}</p>}
      <ul className="mt-2 max-w-xl divide-y divide-line rounded-control border border-line">
        {weekdays.map((day) => {
          const span = hours[day];
          const dayName = t(`format.weekday.${day}`);
          return (
            <li key={day} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1">
              <Checkbox
                className="w-36"
                label={dayName}
                checked={span !== undefined}
                onChange={({ currentTarget }) =>
                  onChange(
                    withDay(
                      hours,
                      day,
                      currentTarget.checked ? ((first && hours[first]) ?? usualHours) : undefined,
                    ),
                  )
                }
              />
              {span ? (
                <span className="flex items-center gap-2">
                  {(['start', 'end'] as const).map((end, index) => (
                    <span key={end} className="contents">
                      {index === 1 && <span className="h-px w-2 bg-line-strong" />}
                      <input
                        type="time"
                        dir="ltr"
                        value={span[end]}
                        aria-label={t(`admin.hours.${end}`, { day: dayName })}
                        aria-invalid={wrong(day, end) ? true : undefined}
                        aria-describedby={wrong(day, end) ? `${name}-${day}-${end}` : undefined}
                        className={controlClass('figures min-h-10 w-auto px-2.5 py-1 text-sm')}
                        onChange={({ currentTarget }) =>
                          onChange(withDay(hours, day, { ...span, [end]: currentTarget.value }))
                        }
                        onBlur={onBlur}
                      />
                    </span>
                  ))}
                </span>
              ) : (
                <span className="text-sm text-muted">{t('format.closed')}</span>
              )}
            </li>
          );
        })}
      </ul>
      <div className={cn('mt-2', (!first || disabled) && 'hidden')}>
        <Button
          size="sm"
          variant="quiet"
          icon={<CopyCheck aria-hidden="true" size={16} />}
          onClick={() => first && onChange(likeDay(hours, first))}
        >
          {first && t('admin.hours.copy', { day: t(`format.weekday.${first}`) })}
        </Button>
      </div>
      <div role="alert">
        {parts.map(({ key, day, message }) => (
          <p key={key} id={`${name}-${key.replace('.', '-')}`} className="mt-1 text-sm text-rose">
            {t('admin.hours.refused', { day: t(`format.weekday.${day}`), message })}
          </p>
        ))}
        {error && parts.length === 0 && <p className="mt-1 text-sm text-rose">{error}</p>}
      </div>
    </fieldset>
  );
}
