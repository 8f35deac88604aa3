import { useTranslation } from 'react-i18next';
import type { MotorcycleDetail } from '@/api/types';
import { periodProblem, type Trip, tripInstants } from '@/features/search/trip';
import { formatDate } from '@/i18n/format';
import { cn } from '@/lib/cn';

const hour = 3_600_000;

/** What comes back when the ride is called off, step by step, with the dates of this trip (D10). */
export function CancellationLadder({
  policy,
  trip,
}: {
  policy: MotorcycleDetail['franchise']['cancellationPolicy'];
  trip: Trip;
}) {
  const { t } = useTranslation();
  const { fullRefundHours, partialRefundHours, partialRefundPercent } = policy;
  const start = periodProblem(trip) ? undefined : tripInstants(trip)?.startDatetime;
  const until = (hours: number) =>
    start
      ? t('motorcycle.cancel.until', {
          moment: formatDate(new Date(Date.parse(start) - hours * hour), 'moment'),
        })
      : t('motorcycle.cancel.hours', { count: hours });
  // A step whose last moment has passed is no longer on offer.
  const open = (hours: number) => !start || Date.parse(start) - hours * hour > Date.now();
  const partial =
    partialRefundPercent > 0 && partialRefundHours < fullRefundHours && open(partialRefundHours);
  const steps = [
    open(fullRefundHours) && {
      key: 'full',
      tone: 'bg-mint',
      when: until(fullRefundHours),
      what: t('motorcycle.cancel.full'),
    },
    partial && {
      key: 'partial',
      tone: 'bg-saffron-fill',
      when: until(partialRefundHours),
      what: t('motorcycle.cancel.partial', { percent: partialRefundPercent }),
    },
    {
      key: 'none',
      tone: 'bg-rose',
      when: t(open(fullRefundHours) || partial ? 'motorcycle.cancel.later' : 'motorcycle.cancel.now'),
      what: t('motorcycle.cancel.none'),
    },
  ].filter((step) => step !== false);
  return (
    <section aria-labelledby="cancel" className="mt-10">
      <h2 id="cancel" className="text-xl">
        {t('motorcycle.cancel.title')}
      </h2>
      <ol className="mt-4">
        {steps.map(({ key, tone, when, what }, index) => (
          <li key={key} className="relative flex gap-4 pb-5 last:pb-0">
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute start-[6px] top-4 h-full border-s-2 border-dashed border-line-strong"
              />
            )}
            <span aria-hidden="true" className={cn('relative mt-1.5 size-3.5 shrink-0 rounded-full', tone)} />
            <p>
              <span className="figures block text-sm text-muted">{when}</span>
              <strong className="font-medium">{what}</strong>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
