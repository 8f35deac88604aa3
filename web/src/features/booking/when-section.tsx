import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/date-text';
import { Button } from '@/ui/button';
import { type CheckedWhen, checkWhen, type When } from './booking.search';
import { Section } from './section';
import { WhenInputs } from './when-inputs';

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
          <WhenInputs when={when} checked={checked} showErrors={showErrors} onChange={onChange} />
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
