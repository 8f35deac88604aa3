import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { supplementQueries } from '@/api/queries/catalogue';
import type { MotorcycleDetail, Period } from '@/api/types';
import { toWallClock } from '@/i18n/wall-clock';
import { type BookingSearch, checkWhen, type When, whenOf } from './booking.search';
import { keepExtras, readDraft } from './draft';
import { locationOfMotorcycle, readPlace } from './location';
import { useQuote } from './price-summary';

const route = getRouteApi('/_site/booking/');

/** Typing settles before the address bar follows: browsers limit how often it may change. */
export const settleMilliseconds = 400;

/**
 * What, when, where and how much of the ride being booked. Days and place live in the page's address, extras in the
 * tab's draft, the price on the server.
 */
export function useRide(motorcycle: MotorcycleDetail, search: BookingSearch) {
  const navigate = route.useNavigate();
  const router = useRouter();
  const [page] = useState(() => router.latestLocation.pathname);
  const change = (changes: BookingSearch) => {
    // Who booked meanwhile is on the way to the next page, and must not be called back.
    if (router.latestLocation.pathname !== page) return;
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  };

  // Kept here and followed by the address: an input whose value comes back late cannot be typed in.
  const [when, setWhen] = useState<When>(() => whenOf(search));
  const checked = checkWhen(when);
  const moveTo = ({ startDatetime, endDatetime }: Period) => {
    const start = toWallClock(startDatetime);
    const end = toWallClock(endDatetime);
    setWhen({ startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time });
  };

  // Without a place in the address, the motorcycle's own is the one that takes nobody out of their way.
  const own = motorcycle.place ? locationOfMotorcycle(motorcycle.place) : '';
  const [location, setLocation] = useState(
    readPlace(search.location).kind === 'none' ? own : (search.location ?? own),
  );
  const shown = useRef(`${JSON.stringify(whenOf(search))} ${search.location ?? ''}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what was chosen; `change` is new each time.
  useEffect(() => {
    const chosen = `${JSON.stringify(when)} ${location}`;
    if (chosen === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = chosen;
      change({ ...when, location });
    }, settleMilliseconds);
    return () => clearTimeout(timer);
  }, [when, location]);

  const supplements = useQuery(supplementQueries.active(motorcycle.franchiseId));
  const [wanted, setWanted] = useState<readonly string[]>(() => readDraft().extras[motorcycle.id] ?? []);
  // An extra that is offered no longer would make the whole price fail.
  const extras = wanted.filter((id) => supplements.data?.some((one) => one.id === id && !one.isFree));
  const setExtras = (ids: string[]) => {
    setWanted(ids);
    keepExtras(motorcycle.id, ids);
  };

  const pricing = wanted.length === 0 || !supplements.isPending;
  const request =
    checked.period && pricing
      ? {
          motorcycleId: motorcycle.id,
          ...checked.period,
          selectedSupplements: [...extras].sort().map((supplementId) => ({ supplementId, quantity: 1 })),
        }
      : undefined;
  const price = useQuote(request);

  return {
    when,
    checked,
    setWhen,
    moveTo,
    location,
    setLocation,
    /** Whether the ride begins where the motorcycle stands, which no other motorcycle shares. */
    isOwnPlace: location === own,
    supplements,
    extras,
    setExtras,
    request,
    price,
  };
}
