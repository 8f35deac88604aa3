import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { FailureState } from '@/components/failure-state';
import { furthestDays, type Trip } from '@/features/search/trip';
import { dayFromToday, toInstant } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/skeleton';
import { useWide } from '@/ui/use-wide';

const TripCalendar = lazy(() => import('@/features/search/trip-calendar'));

type Taken = UseQueryResult<{
  readonly conflicts: ReadonlyArray<{ startDatetime: string; endDatetime: string }>;
}>;

/** Everything that is taken of a motorcycle, as far ahead as anybody books. */
export function useTaken(motorcycleId: string): Taken {
  const midnight = (day: string) => toInstant({ date: day, time: '00:00' }) ?? '';
  return useQuery(
    motorcycleQueries.availability(
      motorcycleId,
      midnight(dayFromToday(0)),
      midnight(dayFromToday(furthestDays + 1)),
    ),
  );
}

/** When it is free, month by month. Days pressed here are the trip's, as in the price panel. */
export function Availability({
  taken: { data, error, refetch },
  trip,
  onChange,
}: {
  taken: Taken;
  trip: Trip;
  onChange: (trip: Trip) => void;
}) {
  const { t } = useTranslation();
  const wide = useWide('md');
  const [active, setActive] = useState<'start' | 'end'>('start');
  return (
    <section aria-labelledby="availability" className="mt-10">
      <h2 id="availability" className="text-xl">
        {t('motorcycle.calendar.title')}
      </h2>
      <p role="status" className="mt-1 text-muted">
        {t(active === 'start' ? 'motorcycle.calendar.chooseStart' : 'motorcycle.calendar.chooseEnd')}
      </p>
      <div className="mt-4 rounded-card border border-line bg-surface px-1 py-3 sm:p-5">
        {error && !data ? (
          <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Suspense fallback={<Skeleton className="h-92" />}>
            <TripCalendar
              trip={trip}
              onChange={onChange}
              active={active}
              onActive={setActive}
              onDone={() => setActive('start')}
              months={wide ? 2 : 1}
              taken={data.conflicts}
            />
          </Suspense>
        ) : (
          <Skeleton className="h-92" />
        )}
        <ul className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm text-muted">
          {(['free', 'partly', 'taken'] as const).map((kind) => (
            <li key={kind} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={cn('size-5 rounded-sm border border-line', kind !== 'free' && `day-${kind}`)}
              />
              {t(`motorcycle.calendar.${kind}`)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
