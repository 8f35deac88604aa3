import { useTranslation } from 'react-i18next';
import { fieldText } from '@/components/form-problem';
import { formatDay } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import type { CheckedWhen, When } from './booking.search';

/** Half hours of a day; a time between two of them stays choosable. */
function timesWith(given: string): string[] {
  const times = Array.from(
    { length: 48 },
    (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
  );
  return times.includes(given) || !/^\d\d:\d\d$/.test(given) ? times : [...times, given].sort();
}

function Moment({
  name,
  date,
  time,
  min,
  error,
  disabled,
  onChange,
}: {
  name: 'start' | 'end';
  date: string;
  time: string;
  min: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (moment: { date: string; time: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 font-medium">{t(`booking.when.${name}`)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_6.75rem] gap-3">
        <Input
          type="date"
          dir="ltr"
          name={`${name}Date`}
          label={t('booking.when.date')}
          min={min}
          value={date}
          // Browsers write days in the order of their own language, whatever the page's is.
          hint={/^\d{4}-\d\d-\d\d$/.test(date) ? formatDay(date, 'dayOfYear') : undefined}
          error={error}
          onChange={(event) => onChange({ date: event.target.value, time })}
        />
        <Select
          name={`${name}Time`}
          label={t('booking.when.time')}
          value={time}
          onChange={(event) => onChange({ date, time: event.target.value })}
        >
          {timesWith(time).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
    </fieldset>
  );
}

/** Start and end of a ride, each a day and a time on Morocco's clock, with what is wrong beside it. */
export function WhenInputs({
  when,
  checked,
  showErrors,
  startFixed,
  onChange,
}: {
  when: When;
  checked: CheckedWhen;
  /** Whether missing days are pointed out. */
  showErrors: boolean;
  /** The ride has begun: only its end can be chosen. */
  startFixed?: boolean;
  onChange: (when: When) => void;
}) {
  const { t } = useTranslation();
  const shown = (code: string | undefined) =>
    fieldText(t, code === 'REQUIRED' && !showErrors ? undefined : code);
  const today = dayFromToday(0);
  return (
    <>
      <Moment
        name="start"
        date={when.startDate}
        time={when.startTime}
        min={today}
        error={shown(checked.start)}
        disabled={startFixed}
        onChange={({ date, time }) => onChange({ ...when, startDate: date, startTime: time })}
      />
      <Moment
        name="end"
        date={when.endDate}
        time={when.endTime}
        min={when.startDate || today}
        error={shown(checked.end)}
        onChange={({ date, time }) => onChange({ ...when, endDate: date, endTime: time })}
      />
    </>
  );
}
