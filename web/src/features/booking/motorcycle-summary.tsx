import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parkingPointQueries } from '@/api/queries/catalogue';
import { placeQueries } from '@/api/queries/places';
import type { MotorcycleDetail, Period } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { Stat } from '@/ui/stat';
import { locationOfMotorcycle, readPlace } from './location';

/** A place in words. A point's name is the server's; a position's is that of the nearest known place. */
function PlaceName({ location, motorcycle }: { location: string; motorcycle: MotorcycleDetail }) {
  const { t } = useTranslation();
  const place = readPlace(location);
  const own = motorcycle.place && locationOfMotorcycle(motorcycle.place) === location && motorcycle.place;
  const point = useQuery({
    ...parkingPointQueries.detail(place.kind === 'point' ? place.id : ''),
    enabled: place.kind === 'point' && !own,
  });
  const at = place.kind === 'position' ? place.at : { lat: 0, lng: 0 };
  const named = useQuery({
    ...placeQueries.reverse(at.lat, at.lng),
    enabled: place.kind === 'position' && !own,
  });
  if (own) return <bdi>{own.name}</bdi>;
  if (place.kind === 'address' && place.text.trim()) return <bdi>{place.text.trim()}</bdi>;
  if (place.kind === 'point' && point.data) return <bdi>{point.data.name}</bdi>;
  if (place.kind === 'position') {
    return named.data ? (
      <bdi>{t('booking.summary.near', { place: named.data.label })}</bdi>
    ) : (
      <Code>{`${at.lat}, ${at.lng}`}</Code>
    );
  }
  return <span className="font-normal text-muted">{t('booking.summary.open')}</span>;
}

/** What, when and where of the ride being booked. */
export function MotorcycleSummary({
  motorcycle,
  period,
  location,
}: {
  motorcycle: MotorcycleDetail;
  period: Period | undefined;
  location: string;
}) {
  const { t } = useTranslation();
  const open = <span className="font-normal text-muted">{t('booking.summary.open')}</span>;
  const place = <PlaceName location={location} motorcycle={motorcycle} />;
  return (
    <div>
      <div className="flex items-center gap-4">
        <MotorcyclePicture images={motorcycle.images} className="w-28 shrink-0 sm:w-32" sizes="8rem" first />
        <div className="min-w-0">
          <h2 className="text-xl">
            <bdi>{`${motorcycle.make} ${motorcycle.model}`}</bdi>
          </h2>
          <p className="mt-0.5 text-sm text-muted">
            <Money amount={motorcycle.basePricePerDay} className="font-medium text-terracotta" />{' '}
            {t('format.perDay')}
          </p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-4 border-t border-dashed border-saffron-fill pt-4 text-sm">
        <Stat name={t('booking.summary.start')}>
          {period ? <DateText value={period.startDatetime} style="moment" /> : open}
        </Stat>
        <Stat name={t('booking.summary.end')}>
          {period ? <DateText value={period.endDatetime} style="moment" /> : open}
        </Stat>
        <Stat name={t('booking.summary.pickup')}>{place}</Stat>
        <Stat name={t('booking.summary.dropoff')}>{place}</Stat>
      </dl>
    </div>
  );
}
