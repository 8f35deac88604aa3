import type { TFunction } from 'i18next';
import type { Motorcycle } from '@/api/types';
import type { MapPin } from '@/features/map/pin';
import { formatMoney, formatNumber } from '@/i18n/format';

/** What stands on a price tag: the total for the dates, or a day's price without them. */
function priceOf({ quote, basePricePerDay }: Motorcycle): number {
  return quote?.totalAmount ?? basePricePerDay;
}

/** The pin that a motorcycle stands under; several at one place share it. None where the position is not known. */
export function pinKey({ place: { latitude, longitude } }: Motorcycle): string | undefined {
  return latitude === null || longitude === null
    ? undefined
    : `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
}

/** One pin to a place, in the order of the list. The price is the lowest there. */
export function pinsOf(motorcycles: readonly Motorcycle[], t: TFunction): MapPin[] {
  const places = new Map<string, Motorcycle[]>();
  for (const motorcycle of motorcycles) {
    const key = pinKey(motorcycle);
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), motorcycle]);
  }
  return [...places].flatMap(([key, here]) => {
    const [cheapest] = here.toSorted((a, b) => priceOf(a) - priceOf(b));
    const { latitude = null, longitude = null } = cheapest?.place ?? {};
    if (!cheapest || latitude === null || longitude === null) return [];
    const amount = priceOf(cheapest);
    const price = formatMoney(amount, cheapest.quote?.currency);
    const kind = cheapest.quote ? 'total' : 'day';
    const name =
      here.length === 1
        ? t(`results.pin.${kind}`, { name: `${cheapest.make} ${cheapest.model}`, price })
        : t(`results.pin.several.${kind}`, { count: here.length, place: cheapest.place.name, price });
    return [
      {
        key,
        latitude,
        longitude,
        label: formatNumber(amount),
        count: here.length,
        name,
        kind: 'price',
      },
    ];
  });
}
