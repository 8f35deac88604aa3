import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { quoteQueries } from '@/api/queries/quotes';
import type { Quote } from '@/api/types';
import { periodProblem, type Trip, tripInstants } from '@/features/search/trip';

export interface TripQuote {
  readonly quote: Quote | undefined;
  /** The quote is for the dates before these. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** It can be booked now. */
  readonly bookable: boolean;
}

/** The server's price of a motorcycle for a trip, without extras (D1). */
export function useTripQuote(motorcycleId: string, trip: Trip): TripQuote {
  const instants = periodProblem(trip) ? undefined : tripInstants(trip);
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...quoteQueries.quote({
      motorcycleId,
      startDatetime: instants?.startDatetime ?? '',
      endDatetime: instants?.endDatetime ?? '',
      selectedSupplements: [],
    }),
    placeholderData: keepPreviousData,
    enabled: instants !== undefined,
  });
  const stale = isPlaceholderData || instants === undefined;
  return {
    quote: data,
    stale,
    // A price that is there stays when asking for it again fails: the server has the last word on booking anyway.
    error: data ? null : error,
    retry: () => void refetch(),
    bookable: data?.available === true && !stale,
  };
}
