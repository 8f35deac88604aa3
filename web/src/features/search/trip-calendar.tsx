import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import type { Period } from '@/api/types';
import { formatDay } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { fitTimes, lastReturn, takenDays } from './taken-days';
import { defaultTime, furthestDays, type Trip, withEnd, withStart } from './trip';

/** The picker holds a calendar day as local midnight; only its year, month and day are ever read. */
const toDate = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
const toDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

const stepClass = 'grid size-10 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-30';

function StepIcon({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden="true" size={20} className="mirror" />;
}

/** The calendar's parts in the site's own look. A day is 44 px, or a seventh of what a small phone has. */
const classNames = {
  root: 'relative mx-auto w-fit max-w-full',
  months: 'flex flex-wrap justify-center gap-x-8 gap-y-4',
  month: 'min-w-0',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: stepClass,
  button_next: stepClass,
  chevron: '',
  month_caption: 'grid h-10 place-items-center font-medium',
  month_grid: 'mt-2 border-collapse',
  weekday: 'h-8 text-xs font-normal text-muted',
  day: 'figures p-0 text-center',
  day_button:
    'grid h-11 w-[min(2.75rem,12.4vw)] place-items-center rounded-control hover:bg-sunken disabled:cursor-not-allowed disabled:text-muted disabled:line-through disabled:opacity-60 disabled:hover:bg-transparent',
  today: 'font-semibold text-terracotta',
  range_middle: 'bg-majorelle-tint text-ink forced-color-adjust-none',
  range_start:
    'forced-color-adjust-none rounded-s-control bg-majorelle-tint [&>button]:bg-majorelle [&>button]:text-on-majorelle [&>button]:hover:bg-majorelle-deep [&>button:disabled]:text-on-majorelle [&>button:disabled]:opacity-100',
  range_end:
    'forced-color-adjust-none rounded-e-control bg-majorelle-tint [&>button]:bg-majorelle [&>button]:text-on-majorelle [&>button]:hover:bg-majorelle-deep [&>button:disabled]:text-on-majorelle [&>button:disabled]:opacity-100',
  outside: 'invisible',
  hidden: 'invisible',
} as const;

/** None of the motorcycle's days is known to be taken. */
const nothingTaken: readonly Period[] = [];

/**
 * The months in which the days of a trip are pressed. `active` is the end that the next day becomes; after the return
 * there is nothing left to choose and `onDone` is called. With what is `taken` of a motorcycle, its days say so, and
 * only a return before the next rental can be chosen.
 */
export default function TripCalendar({
  trip,
  onChange,
  active,
  onActive,
  onDone,
  months,
  taken = nothingTaken,
  autoFocus = false,
}: {
  trip: Trip;
  onChange: (trip: Trip) => void;
  active: 'start' | 'end';
  onActive: (end: 'start' | 'end') => void;
  onDone: () => void;
  months: 1 | 2;
  taken?: readonly Period[];
  autoFocus?: boolean;
}) {
  const { t, i18n } = useTranslation();
  const today = dayFromToday(0);
  const first = trip.startDate || trip.endDate;
  const states = takenDays(taken);
  const last =
    active === 'end' && trip.startDate !== ''
      ? lastReturn(taken, trip.startDate, trip.startTime || defaultTime)
      : undefined;

  const choose = (day: string) => {
    const backwards = active === 'end' && trip.startDate !== '' && day < trip.startDate;
    if (active === 'start' || backwards) {
      onChange(fitTimes(withStart(trip, day), states));
      onActive('end');
    } else {
      onChange(fitTimes(withEnd(trip, day), states));
      onDone();
    }
  };
  const textOf = (day: string) => {
    const state = states.get(day);
    if (!state) return '';
    return 'time' in state
      ? t(`search.when.day.${state.kind}`, { time: state.time })
      : t(`search.when.day.${state.kind}`);
  };

  return (
    <DayPicker
      key={months}
      mode="range"
      required={false}
      autoFocus={autoFocus}
      animate={false}
      dir={i18n.dir()}
      weekStartsOn={1}
      numberOfMonths={months}
      pagedNavigation={false}
      defaultMonth={toDate(first === '' || first < today ? today : first)}
      startMonth={toDate(today)}
      endMonth={toDate(dayFromToday(furthestDays))}
      today={toDate(today)}
      disabled={[
        { before: toDate(today) },
        { after: toDate(last ?? dayFromToday(furthestDays)) },
        (day) => states.get(toDay(day))?.kind === 'taken',
      ]}
      modifiers={{
        taken: (day) => states.get(toDay(day))?.kind === 'taken',
        partly: (day) => !['taken', undefined].includes(states.get(toDay(day))?.kind),
      }}
      modifiersClassNames={{ taken: 'day-taken', partly: 'day-partly' }}
      selected={{
        from: trip.startDate === '' ? undefined : toDate(trip.startDate),
        to: trip.endDate === '' ? undefined : toDate(trip.endDate),
      }}
      onSelect={(_range, pressed) => choose(toDay(pressed))}
      formatters={{
        formatCaption: (month) => formatDay(toDay(month), 'month'),
        formatDay: (day) => String(day.getDate()),
        formatWeekdayName: (day) => formatDay(toDay(day), 'weekdayLetter'),
      }}
      labels={{
        labelNav: () => t('search.when.months'),
        labelPrevious: () => t('search.when.previousMonth'),
        labelNext: () => t('search.when.nextMonth'),
        labelGrid: (month) => formatDay(toDay(month), 'month'),
        labelWeekday: (day) => formatDay(toDay(day), 'weekday'),
        labelDayButton: (day, { range_start, range_end }) =>
          [
            formatDay(toDay(day), 'full'),
            range_start && t('search.when.start'),
            range_end && t('search.when.end'),
            textOf(toDay(day)),
          ]
            .filter(Boolean)
            .join(', '),
      }}
      classNames={classNames}
      components={{ Chevron: StepIcon }}
    />
  );
}
