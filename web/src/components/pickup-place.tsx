import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { placeQueries } from '@/api/queries/places';
import type { Booking } from '@/api/types';

type Pickup = NonNullable<Booking['pickupPlace']>;

/** A position of the rider's own is stored under its coordinates (D12), which tell nobody anything. */
const coordinates = /^-?\d{1,2}\.\d+, -?\d{1,3}\.\d+$/;

/** The name of a pick-up place; a bare position goes by the nearest place that has a name. */
export function PickupName({ place }: { place: Pickup }) {
  const { t } = useTranslation();
  const bare = coordinates.test(place.name);
  const named = useQuery({ ...placeQueries.reverse(place.latitude, place.longitude), enabled: bare });
  return (
    <bdi>{bare && named.data ? t('booking.summary.near', { place: named.data.label }) : place.name}</bdi>
  );
}

/** The address of a pick-up place, when it says more than the name does. */
export function pickupAddress({ name, address }: Pickup): string | undefined {
  return address === name || address === '' ? undefined : address;
}
