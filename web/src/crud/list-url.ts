import { dayAfter, toInstant, toWallClock } from '@/i18n/wall-clock';
import type { RawSearch } from '@/lib/search-params';
import { choiceParam, integerParam, listParam, textParam } from '@/lib/search-params';
import type { Column, Filter, FilterValue } from './entity';

/** What the address of a list says: the only place where its state is. */
export interface ListState {
  readonly page: number;
  readonly limit: number;
  /** Name of an order, with a leading `-` from the largest; empty: as the list is when nothing is asked for. */
  readonly sort: string;
  readonly q: string;
  /** Parameters of the filters that are on. */
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** The part of an entity that an address is read by. */
export interface Listed {
  readonly columns: ReadonlyArray<Pick<Column<never>, 'sort'>>;
  readonly filters: readonly Filter[];
}

/** Choices of how many to a page; the API takes at most 100. */
export const pageSizes = [10, 25, 50, 100] as const;
const defaultSize = 25;

const uuid = /^[0-9a-f-]{36}$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const amount = /^\d{1,9}(\.\d{1,2})?$/;

/** Parameters of a filter, and which values they take. */
export function parametersOf(filter: Filter): { name: string; takes: (value: string) => boolean }[] {
  switch (filter.kind) {
    case 'choice':
      return [{ name: filter.name, takes: (text) => filter.options.some(({ value }) => value === text) }];
    case 'flag':
      return [{ name: filter.name, takes: (text) => text === 'true' || text === 'false' }];
    case 'text':
      return [{ name: filter.name, takes: (text) => text.length <= 200 }];
    case 'relation':
      return [{ name: filter.name, takes: (text) => uuid.test(text) }];
    case 'dates':
    case 'range': {
      const days = filter.kind === 'dates';
      const instants = days && filter.instants === true;
      return [filter.from, filter.to].map((name) => ({
        name,
        takes: (text) => (days ? day : amount).test(text) || (instants && moment.test(text)),
      }));
    }
  }
}

/** Several values as a filter holds them: in their own order, and one alone as itself, so that it is written only one way. */
export function severalOf(
  { options }: Extract<Filter, { kind: 'choice' }>,
  values: readonly string[],
): FilterValue {
  const chosen = options.map(({ value }) => value).filter((value) => values.includes(value));
  return chosen.length > 1 ? chosen : (chosen[0] ?? '');
}

/** Every value that a parameter holds. */
export function valuesOf(value: FilterValue | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** Reads the address of a list. What cannot be read counts as not given; it never throws. */
export function readList(search: RawSearch, { columns, filters }: Listed): ListState {
  const orders = columns.flatMap(({ sort }) => (sort ? [sort, `-${sort}`] : []));
  const on = filters.flatMap((filter) => {
    if (filter.kind === 'choice' && filter.several) {
      const value = severalOf(filter, listParam(search, filter.name));
      return value === '' ? [] : [[filter.name, value] as const];
    }
    return parametersOf(filter).flatMap(({ name, takes }) => {
      const value = textParam(search, name);
      return value !== '' && takes(value) ? [[name, value] as const] : [];
    });
  });
  const limit = integerParam(search, 'limit', defaultSize, { max: 100 });
  return {
    page: integerParam(search, 'page', 1),
    limit: pageSizes.find((size) => size === limit) ?? defaultSize,
    sort: choiceParam(search, 'sort', orders) ?? '',
    q: textParam(search, 'q').slice(0, 200),
    filters: Object.fromEntries(on),
  };
}

/** Writes it: what is as it is anyway is left out. */
export function writeList({ page, limit, sort, q, filters }: ListState): RawSearch {
  return {
    ...Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    ),
    ...(q !== '' && { q }),
    ...(sort !== '' && { sort }),
    ...(limit !== defaultSize && { limit: String(limit) }),
    ...(page !== 1 && { page: String(page) }),
  };
}

/** The day that a date filter shows: its own, or that of the moment that the address names. */
export function shownDay(value: string): string {
  return moment.test(value) ? toWallClock(value).date : value;
}

/** The first moment of a day on Morocco's clock, or the last one that the API tells apart; what is no day stays as it is. */
function edgeOf(value: string, end: boolean): string {
  if (!day.test(value)) return value;
  const first = toInstant({ date: end ? dayAfter(value) : value, time: '00:00' });
  if (first === undefined) return value;
  return end ? new Date(Date.parse(first) - 1).toISOString().replace('Z', '999Z') : first;
}

/** What filters ask the API: days become moments where it takes moments. */
function asked(on: ListState['filters'], filters: readonly Filter[]): Record<string, FilterValue> {
  const edges = filters.flatMap((filter) =>
    filter.kind === 'dates' && filter.instants
      ? [[filter.from, false] as const, [filter.to, true] as const]
      : [],
  );
  const moved = edges.flatMap(([name, end]) => {
    const value = on[name];
    return typeof value === 'string' ? [[name, edgeOf(value, end)] as const] : [];
  });
  return { ...on, ...Object.fromEntries(moved) };
}

/** The question to the server; without `page` and `limit` it is that of an export. */
export function questionOf(
  { sort, q, filters }: ListState,
  { filters: known, sort: usual = '' }: { readonly filters: readonly Filter[]; readonly sort?: string },
): Record<string, FilterValue> {
  const order = sort || usual;
  return {
    ...asked(filters, known),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(order !== '' && { sort: order }),
  };
}

/** How many filters are on; a range of two ends is one. */
export function countFilters({ filters: on }: ListState, filters: readonly Filter[]): number {
  return filters.filter((filter) => parametersOf(filter).some(({ name }) => on[name] !== undefined)).length;
}

/** The order after a press on a column's head: up, down, and as it was. */
export function nextSort(now: string, column: string): string {
  if (now === column) return `-${column}`;
  return now === `-${column}` ? '' : column;
}
