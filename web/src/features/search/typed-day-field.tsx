import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { Input } from '@/ui/input';
import { parseTypedDay } from './typed-day';

/** A day as text, for those who would rather type: taken when the field is left or on Enter. */
export function TypedDay({
  label,
  day,
  today,
  earliest,
  current,
  onDay,
  onFocus,
}: {
  label: string;
  day: string;
  today: string;
  earliest: string;
  /** The calendar's next day goes here. */
  current: boolean;
  onDay: (day: string) => void;
  onFocus: () => void;
}) {
  const { t } = useTranslation();
  const shown = day === '' ? '' : formatDay(day, 'numeric');
  const [draft, setDraft] = useState(shown);
  const [error, setError] = useState<string>();
  useEffect(() => {
    setDraft(shown);
    setError(undefined);
  }, [shown]);

  const take = () => {
    if (draft.trim() === '' || draft === shown) {
      setDraft(shown);
      setError(undefined);
      return;
    }
    const typed = parseTypedDay(draft, today);
    if (typed === undefined) setError(t('search.when.unreadable'));
    else if (typed < earliest)
      setError(t(earliest === today ? 'errors.fields.IN_PAST' : 'errors.fields.END_BEFORE_START'));
    else onDay(typed);
  };
  return (
    <Input
      label={label}
      error={error}
      className={cn(current && 'text-majorelle')}
      dir="ltr"
      inputMode="text"
      autoComplete="off"
      placeholder={t('search.when.pattern')}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={onFocus}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
