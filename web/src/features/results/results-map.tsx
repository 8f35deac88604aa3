import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Motorcycle, SearchResult } from '@/api/types';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { LazyMap } from '@/features/map/lazy-map';
import { currentLocation } from '@/features/search/location';
import type { Trip } from '@/features/search/trip';
import { BookLink, CardPrice } from './motorcycle-card';
import { pinKey, pinsOf } from './pins';
import { radiusParam } from './results.search';
import { useResultsSearch } from './use-results';

/** The results on the map. `cards` shows what stands under the chosen pin, where no list is beside the map. */
export function ResultsMap({
  result,
  active,
  onHover,
  onChoose,
  cards,
}: {
  result: SearchResult | undefined;
  active: string | undefined;
  onHover: (key: string | undefined) => void;
  onChoose: (key: string | undefined) => void;
  cards?: readonly Motorcycle[];
}) {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  return (
    <>
      <LazyMap
        label={t('results.map')}
        pins={pinsOf(result?.motorcycles ?? [], t)}
        area={(search.location !== '' && result?.search.place) || undefined}
        active={active}
        onHover={onHover}
        onChoose={onChoose}
        onSearchArea={({ latitude, longitude, radiusKm }) =>
          change({ location: currentLocation(latitude, longitude), radius: radiusParam(radiusKm) })
        }
      />
      {cards && cards.length > 0 && (
        <div className="rise absolute inset-x-3 bottom-3 z-10 max-h-[55%] overflow-y-auto rounded-card border border-line bg-surface shadow-soft">
          <button
            type="button"
            aria-label={t('common.close')}
            className="absolute end-1 top-1 z-10 grid size-10 place-items-center rounded-control text-muted hover:bg-sunken"
            onClick={() => onChoose(undefined)}
          >
            <X aria-hidden="true" size={20} />
          </button>
          <ul>
            {cards.map((motorcycle) => (
              <li key={motorcycle.id} className="border-line not-first:border-t">
                <PinCard motorcycle={motorcycle} trip={search} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function PinCard({ motorcycle, trip }: { motorcycle: Motorcycle; trip: Trip }) {
  const name = `${motorcycle.make} ${motorcycle.model}`;
  return (
    <article aria-label={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 p-3">
      <MotorcyclePicture images={motorcycle.images} className="self-start" />
      <div className="min-w-0">
        <h2 className="truncate pe-8 font-semibold">
          <Link
            to="/motorcycle/$id"
            params={{ id: motorcycle.id }}
            search={trip}
            className="hover:underline hover:underline-offset-4"
          >
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <div className="mt-1 flex flex-wrap items-end justify-between gap-2">
          <CardPrice motorcycle={motorcycle} />
          <BookLink motorcycle={motorcycle} trip={trip} name={name} />
        </div>
      </div>
    </article>
  );
}

/** What stands under a pin. */
export function motorcyclesAt(result: SearchResult | undefined, key: string | undefined): Motorcycle[] {
  if (key === undefined) return [];
  return result?.motorcycles.filter((motorcycle) => pinKey(motorcycle) === key) ?? [];
}
