import { useTranslation } from 'react-i18next';
import { formatDay } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { hasDates, withEnd, withStart } from './trip';
import TripCalendar from './trip-calendar';
import { TypedDay } from './typed-day-field';
import type { DatesOverlayProps } from './when-fields';

/**
 * The days of a trip: typed, or chosen in the calendar. `active` is the end that the next day pressed in the calendar
 * becomes; after the return there is nothing left to choose and `onDone` is called.
 */
export default function DatesPanel({
  trip,
  onChange,
  active,
  onActive,
  onDone,
  months,
  taken,
}: Omit<DatesOverlayProps, 'onClose'> & { onDone: () => void; months: 1 | 2 }) {
  const { t } = useTranslation();
  const today = dayFromToday(0);

  return (
    <div>
      <div className="mx-auto mb-4 grid max-w-md grid-cols-2 gap-3">
        <TypedDay
          label={t('search.when.start')}
          day={trip.startDate}
          today={today}
          earliest={today}
          current={active === 'start'}
          onDay={(day) => onChange(withStart(trip, day))}
          onFocus={() => onActive('start')}
        />
        <TypedDay
          label={t('search.when.end')}
          day={trip.endDate}
          today={today}
          earliest={trip.startDate || today}
          current={active === 'end'}
          onDay={(day) => onChange(withEnd(trip, day))}
          onFocus={() => onActive('end')}
        />
      </div>
      <TripCalendar
        trip={trip}
        onChange={onChange}
        active={active}
        onActive={onActive}
        onDone={onDone}
        months={months}
        taken={taken}
        autoFocus
      />
      <p role="status" className="figures mt-3 text-center text-sm text-muted">
        {hasDates(trip)
          ? t('search.when.summary', {
              start: formatDay(trip.startDate, 'day'),
              end: formatDay(trip.endDate, 'day'),
            })
          : t('search.when.choose')}
      </p>
    </div>
  );
}
