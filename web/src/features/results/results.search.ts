import type { SearchSchemaInput } from '@tanstack/react-router';
import {
  type MotorcycleCategory,
  motorcycleCategories,
  type SearchQuery,
  type SearchSort,
  searchSorts,
  type Transmission,
  transmissions,
} from '@/api/types';
import { defaultTime, hasDates, readTrip, type Trip } from '@/features/search/trip';
import { choiceParam, integerParam, isId, listParam, textParam } from '@/lib/search-params';

/**
 * The address of the results (specification section 2): all strings, a missing one is the empty string. The filters
 * below the first five lines are ours. The address is the page's only state.
 */
export interface ResultsSearch extends Trip {
  readonly page: string;
  readonly limit: string;
  readonly franchiseId: string;
  readonly category: MotorcycleCategory[];
  readonly transmission: Transmission | '';
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly minEngineCc: string;
  readonly maxEngineCc: string;
  readonly featureId: string[];
  readonly sort: SearchSort | '';
  /** How far around the place, in kilometres; empty: as far as the server finds right for the place. */
  readonly radius: string;
  /** What covers the list: the map or the filters, so that Back uncovers it. */
  readonly view: 'map' | 'filters' | '';
}

/** Left out of the address (specification section 9). Empty values always are. */
export const resultsDefaults = { page: '1', limit: '5' } as const;

/** Choices of how many to a page. */
export const pageSizes = ['5', '10', '20'] as const;

/** The server takes no longer page. */
const mostPerPage = 100;
/** Nor does it count pages any further, or look for more features at once. */
const mostPages = 1_000_000;
const mostFeatures = 20;
/** Kilometres around a place (specification section 5). */
const farthest = 100;

/** Reads the address of the results. What cannot be read counts as not given; it never throws. */
export function readResultsSearch(raw: Partial<ResultsSearch> & SearchSchemaInput): ResultsSearch {
  const number = (key: string) => {
    const value = integerParam(raw, key, -1, { min: 0 });
    return value < 0 ? '' : String(value);
  };
  const franchiseId = textParam(raw, 'franchiseId');
  const radius = integerParam(raw, 'radius', 0, { max: farthest });
  return {
    ...readTrip(raw),
    page: String(integerParam(raw, 'page', Number(resultsDefaults.page), { max: mostPages })),
    limit: String(integerParam(raw, 'limit', Number(resultsDefaults.limit), { max: mostPerPage })),
    franchiseId: isId(franchiseId) ? franchiseId : '',
    category: listParam(raw, 'category', motorcycleCategories),
    transmission: choiceParam(raw, 'transmission', transmissions) ?? '',
    minPrice: number('minPrice'),
    maxPrice: number('maxPrice'),
    minEngineCc: number('minEngineCc'),
    maxEngineCc: number('maxEngineCc'),
    featureId: listParam(raw, 'featureId').filter(isId).slice(0, mostFeatures),
    sort: choiceParam(raw, 'sort', searchSorts) ?? '',
    radius: radius === 0 ? '' : String(radius),
    view: choiceParam(raw, 'view', ['map', 'filters']) ?? '',
  };
}

/** So many kilometres as the address has them. */
export function radiusParam(kilometres: number): string {
  return String(Math.min(farthest, Math.max(1, Math.ceil(kilometres))));
}

/** Names of the filters, which "clear all" empties. */
export const noFilters = {
  category: [],
  transmission: '',
  minPrice: '',
  maxPrice: '',
  minEngineCc: '',
  maxEngineCc: '',
  featureId: [],
  franchiseId: '',
} satisfies Partial<ResultsSearch>;

/** How many filters narrow the answer; a range of two ends is one. */
export function countFilters(search: ResultsSearch): number {
  return (
    search.category.length +
    search.featureId.length +
    Number(search.transmission !== '') +
    Number(search.minPrice !== '' || search.maxPrice !== '') +
    Number(search.minEngineCc !== '' || search.maxEngineCc !== '') +
    Number(search.franchiseId !== '')
  );
}

const number = (text: string) => (text === '' ? undefined : Number(text));

/** A range in whichever order its ends are written: one of them is typed first. */
function range(min: string, max: string): [min: number | undefined, max: number | undefined] {
  return min !== '' && max !== '' && Number(min) > Number(max)
    ? [number(max), number(min)]
    : [number(min), number(max)];
}

/** The question to the server: empty parts are left out, and times without days mean nothing. */
export function toSearchQuery(search: ResultsSearch): SearchQuery {
  const [minPrice, maxPrice] = range(search.minPrice, search.maxPrice);
  const [minEngineCc, maxEngineCc] = range(search.minEngineCc, search.maxEngineCc);
  const dated = hasDates(search);
  return {
    location: search.location || undefined,
    radius: search.location === '' ? undefined : number(search.radius),
    startDate: dated ? search.startDate : undefined,
    endDate: dated ? search.endDate : undefined,
    startTime: dated ? search.startTime || defaultTime : undefined,
    endTime: dated ? search.endTime || defaultTime : undefined,
    page: Number(search.page),
    limit: Number(search.limit),
    franchiseId: search.franchiseId || undefined,
    category: search.category.length > 0 ? search.category : undefined,
    transmission: search.transmission || undefined,
    minPrice,
    maxPrice,
    minEngineCc,
    maxEngineCc,
    featureId: search.featureId.length > 0 ? search.featureId : undefined,
    sort: search.sort || undefined,
  };
}
