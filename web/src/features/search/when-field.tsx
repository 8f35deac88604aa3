import { CalendarDays, CircleAlert } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { datedStyle, formatDay } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { defaultTime, timesOfDay } from './trip';

/** One end of a trip: a button that opens the calendar, and the half hour beside it. */
export function WhenField({
  end,
  day,
  time,
  open,
  onOpen,
  onTime,
  error,
  dayRef,
}: {
  end: 'start' | 'end';
  day: string;
  time: string;
  open: boolean;
  onOpen: () => void;
  onTime: (time: string) => void;
  error?: string;
  dayRef?: Ref<HTMLButtonElement>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const name = t(`search.when.${end}`);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-name`} aria-hidden="true" className="text-sm font-medium">
        {name}
      </span>
      <div
        className={cn(
          'flex min-h-13 rounded-control border bg-surface',
          error ? 'border-rose' : open ? 'border-majorelle' : 'border-line-strong hover:border-ink',
        )}
      >
        <button
          ref={dayRef}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-describedby={error ? `${id}-error` : undefined}
          className="flex min-w-0 grow items-center gap-2.5 rounded-control ps-3 pe-2 text-start"
          onClick={onOpen}
        >
          <CalendarDays aria-hidden="true" size={20} className="shrink-0 text-majorelle" />
          <span className={cn('figures truncate', day === '' && 'text-muted')}>
            <VisuallyHidden>{`${name}: `}</VisuallyHidden>
            {day === '' ? t('search.when.choose') : formatDay(day, datedStyle('day', `${day}T12:00:00Z`))}
          </span>
        </button>
        <span aria-hidden="true" className="my-3 border-s border-line" />
        <select
          aria-label={t('search.when.timeOf', { name })}
          value={time || defaultTime}
          onChange={(event) => onTime(event.target.value)}
          className="figures cursor-pointer appearance-none rounded-control bg-surface px-3 text-center text-ink"
        >
          {timesOfDay(time).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-rose">
          <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
