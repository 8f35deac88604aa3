import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { runtimeConfig } from '@/config/runtime';
import { api, dataOf } from '../client';
import type { SuggestedPlace } from '../types';

/** A place by name. Mapbox's have no position until they are chosen: see {@link positionOf}. */
export interface PlaceSuggestion {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: SuggestedPlace['kind'];
  /** Absent in Mapbox's. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Value of the `location` parameter; empty while the position is not known. */
  readonly location: string;
}

/** Places are asked of Mapbox where a token is configured, else of the platform itself (D13). */
const withMapbox = runtimeConfig.mapboxToken !== '';
const mapbox = () => import('../mapbox');

async function ownSuggestions(text: string, limit: number, signal: AbortSignal): Promise<PlaceSuggestion[]> {
  const query = { q: text, limit };
  return (await dataOf(api.GET('/places/suggest', { params: { query }, signal }))).places;
}

/**
 * The platform's parking points, which nobody else knows, before Mapbox's places. When Mapbox does not answer, the
 * platform's own places stand in for it.
 */
async function allSuggestions(text: string, limit: number, signal: AbortSignal): Promise<PlaceSuggestion[]> {
  const [own, theirs] = await Promise.allSettled([
    ownSuggestions(text, limit, signal),
    mapbox().then(({ suggest }) => suggest(text, limit, signal)),
  ]);
  if (theirs.status === 'rejected') {
    if (own.status === 'rejected') throw own.reason;
    return own.value;
  }
  const points = own.status === 'fulfilled' ? own.value.filter(({ kind }) => kind === 'PARKING_POINT') : [];
  const places = theirs.value.map((one) => ({ ...one, kind: 'PLACE' as const, location: '' }));
  return [...points, ...places].slice(0, limit);
}

/** Where a suggested place of Mapbox's is. */
export async function positionOf({
  id,
}: Pick<PlaceSuggestion, 'id'>): Promise<{ latitude: number; longitude: number }> {
  return (await mapbox()).retrieve(id);
}

export const placeQueries = {
  /** Places whose name begins like the text; the list before stays while a new one loads. */
  suggest: (text: string, limit = 10) =>
    queryOptions({
      queryKey: ['places', 'suggest', text, limit],
      staleTime: 5 * 60_000,
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) => (withMapbox ? allSuggestions : ownSuggestions)(text, limit, signal),
    }),
  /** The name of the place at a point, or null where nothing is near. */
  reverse: (latitude: number, longitude: number) =>
    queryOptions({
      queryKey: ['places', 'reverse', latitude, longitude],
      staleTime: 30 * 60_000,
      queryFn: async ({ signal }): Promise<{ readonly label: string } | null> => {
        const named = withMapbox
          ? await (await mapbox()).reverse(latitude, longitude, signal).catch(() => null)
          : null;
        const query = { latitude, longitude };
        return named ?? (await dataOf(api.GET('/places/reverse', { params: { query }, signal }))).place;
      },
    }),
};
