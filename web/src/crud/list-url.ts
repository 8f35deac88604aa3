import type { RawSearch } from '@/lib/search-params';
import { choiceParam, integerParam, textParam } from '@/lib/search-params';
import type { Column, Filter } from './entity';

/** What the address of a list says: the only place where its state is. */
export interface ListState {
  readonly page: number;
  readonly limit: number;
  /** Name of an order, with a leading `-` from the largest; empty: as the list is when nothing is asked for. */
  readonly sort: string;
  readonly q: string;
  /** Parameters of the filters that are on. */
  readonly filters: Readonly<Record<string, string>>;
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
      const pattern = filter.kind === 'dates' ? day : amount;
      return [filter.from, filter.to].map((name) => ({ name, takes: (text) => pattern.test(text) }));
    }
  }
}

/** Reads the address of a list. What cannot be read counts as not given; it never throws. */
export function readList(search: RawSearch, { columns, filters }: Listed): ListState {
  const orders = columns.flatMap(({ sort }) => (sort ? [sort, `-${sort}`] : []));
  const on = filters.flatMap(parametersOf).flatMap(({ name, takes }) => {
    const value = textParam(search, name);
    return value !== '' && takes(value) ? [[name, value] as const] : [];
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
    ...filters,
    ...(q !== '' && { q }),
    ...(sort !== '' && { sort }),
    ...(limit !== defaultSize && { limit: String(limit) }),
    ...(page !== 1 && { page: String(page) }),
  };
}

/** The question to the server; without `page` and `limit` it is that of an export. */
export function questionOf({ sort, q, filters }: ListState, fallback = ''): Record<string, string> {
  const order = sort || fallback;
  return { ...filters, ...(q.trim() !== '' && { q: q.trim() }), ...(order !== '' && { sort: order }) };
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
