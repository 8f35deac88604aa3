import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { franchiseQueries, parkingPointQueries } from '@/api/queries/catalogue';
import type { Franchise, ParkingPoint } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { LazyMap } from '@/features/map/lazy-map';
import type { MapPin } from '@/features/map/pin';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { FranchiseCard, PointCard } from './place-card';

interface House {
  readonly franchise: Franchise | undefined;
  readonly points: readonly ParkingPoint[];
}

/** Each franchise with its parking points; points of none come last. */
function housesOf(franchises: readonly Franchise[], points: readonly ParkingPoint[]): House[] {
  const known = new Set(franchises.map(({ id }) => id));
  const houses: House[] = franchises.map((franchise) => ({
    franchise,
    points: points.filter(({ franchiseId }) => franchiseId === franchise.id),
  }));
  const others = points.filter(({ franchiseId }) => franchiseId === null || !known.has(franchiseId));
  return others.length > 0 ? [...houses, { franchise: undefined, points: others }] : houses;
}

/** Where motorcycles wait: every franchise and parking point, on the map and in a list that says as much. */
export function LocationsPage() {
  const { t } = useTranslation();
  const franchises = useQuery(franchiseQueries.list());
  const points = useQuery(parkingPointQueries.list());
  const [active, setActive] = useState<string>();
  const loaded =
    franchises.data && points.data ? { franchises: franchises.data, points: points.data } : undefined;
  const error = loaded ? null : (franchises.error ?? points.error);
  const houses = loaded ? housesOf(loaded.franchises, loaded.points) : [];

  const pins: MapPin[] = houses.flatMap(({ franchise, points: near }) => [
    ...(franchise && franchise.latitude !== null && franchise.longitude !== null
      ? [
          {
            key: franchise.id,
            latitude: franchise.latitude,
            longitude: franchise.longitude,
            label: '',
            name: t('places.pin.franchise', { name: franchise.name }),
            kind: 'franchise' as const,
          },
        ]
      : []),
    ...near.map(({ id, name, latitude, longitude }) => ({
      key: id,
      latitude,
      longitude,
      label: '',
      name: t('places.pin.parking', { name }),
      kind: 'parking' as const,
    })),
  ]);
  const choose = (key: string) => {
    setActive(key);
    const card = document.getElementById(`place-${key}`);
    card?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    card?.focus({ preventScroll: true });
  };
  const cardProps = (id: string) => ({
    active: active === id,
    onHover: (hovered: boolean) => setActive(hovered ? id : undefined),
  });

  return (
    <div className="page py-8 sm:py-10">
      <h1 className="text-3xl">{t('places.title')}</h1>
      <p className="mt-2 max-w-prose text-muted">{t('places.lead')}</p>
      {error ? (
        <div className="mt-8">
          <FailureState
            error={error}
            onRetry={() => {
              void franchises.refetch();
              void points.refetch();
            }}
          />
        </div>
      ) : (
        <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,30rem)]">
          <div className="no-print z-10 h-75 overflow-hidden rounded-card border border-line shadow-soft lg:sticky lg:top-4 lg:order-last lg:h-[calc(100dvh-2rem)] lg:max-h-200">
            <LazyMap
              label={t('places.map')}
              pins={pins}
              active={active}
              onHover={setActive}
              onChoose={choose}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-10" aria-busy={!loaded}>
            {!loaded && ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-50 rounded-card" />)}
            {loaded && houses.length === 0 && (
              <EmptyState picture="/pictures/empty-road.svg" title={t('places.none')} />
            )}
            {houses.map(({ franchise, points: near }) => (
              <section key={franchise?.id ?? 'others'}>
                <h2 className="text-xl">
                  <bdi>{franchise?.name ?? t('places.others')}</bdi>
                </h2>
                <ul className="mt-4 grid gap-4 xl:grid-cols-2">
                  {franchise && <FranchiseCard franchise={franchise} {...cardProps(franchise.id)} />}
                  {near.map((point) => (
                    <PointCard key={point.id} point={point} {...cardProps(point.id)} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
