import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parkingPointQueries } from '@/api/queries/catalogue';
import type { MotorcycleDetail } from '@/api/types';
import { Code } from '@/components/code';
import { DirectionsLink } from '@/components/directions-link';
import { OpeningHours } from '@/components/opening-hours';
import { LazyMap } from '@/features/map/lazy-map';

/** Where it stands, when one can come, and the way there. */
export function PickupPlace({ motorcycle }: { motorcycle: MotorcycleDetail }) {
  const { t } = useTranslation();
  const { place, franchise } = motorcycle;
  const { latitude, longitude } = place;
  const selfService = place.kind === 'PARKING_POINT';
  const point = useQuery({ ...parkingPointQueries.detail(place.id), enabled: selfService }).data;
  const hours = selfService ? point?.operatingHours : franchise.operatingHours;
  return (
    <section aria-labelledby="place" className="mt-10">
      <h2 id="place" className="text-xl">
        {t('motorcycle.pickup.title')}
      </h2>
      <p className="mt-1 text-muted">
        {t(selfService ? 'motorcycle.pickup.selfService' : 'motorcycle.pickup.atFranchise')}
      </p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <div>
          <p className="font-medium">
            <bdi>{place.name}</bdi>
          </p>
          <p className="text-sm text-muted">
            <bdi>{place.address}</bdi>
          </p>
          {point?.instructions && (
            <p className="mt-2 text-sm">
              <bdi>{point.instructions}</bdi>
            </p>
          )}
          {franchise.contactPhone && (
            <p className="mt-2 text-sm">
              <bdi>{franchise.name}</bdi>
              {' · '}
              <a
                href={`tel:${franchise.contactPhone.replace(/\s/g, '')}`}
                className="text-majorelle underline underline-offset-4"
              >
                <Code>{franchise.contactPhone}</Code>
              </a>
            </p>
          )}
          {latitude !== null && longitude !== null && (
            <div className="mt-4">
              <DirectionsLink latitude={latitude} longitude={longitude} />
            </div>
          )}
        </div>
        {hours && Object.keys(hours).length > 0 && (
          <div className="text-sm">
            <h3 className="font-medium">{t('motorcycle.pickup.hours')}</h3>
            <OpeningHours hours={hours} />
          </div>
        )}
      </div>
      {latitude !== null && longitude !== null && (
        <div className="no-print mt-6 h-65 overflow-hidden rounded-card border border-line">
          <LazyMap
            label={t('motorcycle.pickup.map')}
            pins={[
              {
                key: place.id,
                latitude,
                longitude,
                label: '',
                name: place.name,
                kind: selfService ? 'parking' : 'franchise',
              },
            ]}
          />
        </div>
      )}
    </section>
  );
}
