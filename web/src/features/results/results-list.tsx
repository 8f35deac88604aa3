import { useTranslation } from 'react-i18next';
import type { SearchResult } from '@/api/types';
import type { Trip } from '@/features/search/trip';
import { cn } from '@/lib/cn';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { CardSkeleton } from './card-skeleton';
import { MotorcycleCard } from './motorcycle-card';
import { pinKey } from './pins';

/** How many places are kept while nothing is known yet: more would only be scrolled past. */
const mostSkeletons = 5;

/** The cards; the ones before stay, dimmed, while new ones load. */
export function ResultsList({
  result,
  stale,
  limit,
  trip,
  active,
  onHover,
}: {
  result: SearchResult | undefined;
  stale: boolean;
  limit: number;
  trip: Trip;
  active: string | undefined;
  onHover: (key: string | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('results.list')} aria-busy={stale || !result}>
      <h2>
        <VisuallyHidden>{t('results.list')}</VisuallyHidden>
      </h2>
      <ul className={cn('flex flex-col gap-4 transition-opacity', stale && 'opacity-55')}>
        {result
          ? result.motorcycles.map((motorcycle, index) => {
              const key = pinKey(motorcycle);
              return (
                <li key={motorcycle.id}>
                  <MotorcycleCard
                    motorcycle={motorcycle}
                    trip={trip}
                    pin={key}
                    first={index === 0}
                    active={key !== undefined && key === active}
                    onHover={onHover}
                  />
                </li>
              );
            })
          : Array.from({ length: Math.min(limit, mostSkeletons) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all alike, never moved.
              <li key={index}>
                <CardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  );
}
