import { useQuery } from '@tanstack/react-query';
import { type PlaceSuggestion, placeQueries } from '@/api/queries/places';
import { type ChosenPlace, recentPlaces } from './recent-places';
import { useDebounced } from './use-debounced';

/** Specification section 9. */
const debounceMilliseconds = 300;
/** One letter fits half of the country. */
const fewestLetters = 2;

/** One line of the list below the place field. */
export type PlaceOption =
  | { readonly kind: 'near' }
  | ({ readonly kind: 'recent' } & ChosenPlace)
  | ({ readonly kind: 'suggestion'; readonly place: PlaceSuggestion } & ChosenPlace);

/** What the place field offers for a text: the own position and recent places first, suggestions once there is text. */
export function usePlaceOptions(text: string, open: boolean) {
  const rested = useDebounced(text.trim(), debounceMilliseconds);
  const asked = open && rested.length >= fewestLetters;
  const { data, isFetching, isError } = useQuery({ ...placeQueries.suggest(rested), enabled: asked });
  const searching = text.trim().length >= fewestLetters;
  const options: PlaceOption[] = searching
    ? (data ?? []).map((place) => ({
        kind: 'suggestion',
        label: place.label,
        location: place.location,
        place,
      }))
    : [{ kind: 'near' }, ...recentPlaces().map((place) => ({ kind: 'recent', ...place }) as const)];
  const settled = searching && asked && !isFetching && rested === text.trim();
  return { options, failed: settled && isError, none: settled && !isError && options.length === 0 };
}
