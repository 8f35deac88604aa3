import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/date-text';
import { fieldText } from '@/components/form-problem';
import { dayFromToday } from '@/i18n/wall-clock';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { type CheckedWhen, checkWhen, type When } from './booking.search';
import { Section } from './section';

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
  onChange,
}: {
  name: 'start' | 'end';
  date: string;
  time: string;
  min: string;
  error: string | undefined;
  onChange: (moment: { date: string; time: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{t(`booking.when.${name}`)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_6.75rem] gap-3">
        <Input
          type="date"
          dir="ltr"
          name={`${name}Date`}
          label={t('booking.when.date')}
          min={min}
          value={date}
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

/** When: a sentence while it is settled, four inputs while it is missing, wrong or being changed. */
export function WhenSection({
  when,
  checked,
  showErrors,
  onChange,
}: {
  when: When;
  checked: CheckedWhen;
  /** Whether missing days are pointed out, which is after the first press only. */
  showErrors: boolean;
  onChange: (when: When) => void;
}) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(() => !checkWhen(when).period);
  const open = editing || !checked.period;
  const shown = (code: string | undefined) =>
    fieldText(t, code === 'REQUIRED' && !showErrors ? undefined : code);
  const today = dayFromToday(0);
  return (
    <Section
      title={t('booking.when.title')}
      lead={t('booking.when.lead')}
      aside={
        !open && (
          <Button variant="link" className="text-sm" onClick={() => setEditing(true)}>
            {t('booking.when.change')}
          </Button>
        )
      }
    >
      {open ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Moment
            name="start"
            date={when.startDate}
            time={when.startTime}
            min={today}
            error={shown(checked.start)}
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
        </div>
      ) : (
        checked.period && (
          <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-medium">
            <DateText value={checked.period.startDatetime} style="moment" />
            <ArrowRight aria-hidden="true" size={18} className="mirror text-muted" />
            <span className="sr-only">{t('booking.when.until')}</span>
            <DateText value={checked.period.endDatetime} style="moment" />
          </p>
        )
      )}
    </Section>
  );
}
