import { describe, expect, it } from 'vitest';
import type { Relation } from './entity';
import { countFilters, type Listed, nextSort, questionOf, readList, shownDay, writeList } from './list-url';

const franchise: Relation = {
  key: 'franchises',
  search: async () => [],
  one: async (id) => ({ id, label: id }),
};
const id = '019a0000-0000-7000-8000-0000000000f1';
const list: Listed = {
  columns: [{ sort: 'name' }, {}, { sort: 'price' }],
  filters: [
    {
      kind: 'choice',
      name: 'priceType',
      label: 'admin.fields.price',
      options: [{ value: 'PER_DAY', label: 'admin.fields.price' }],
    },
    { kind: 'flag', name: 'isActive', label: 'admin.fields.active' },
    { kind: 'relation', name: 'franchiseId', label: 'admin.fields.franchise', relation: franchise },
    { kind: 'dates', from: 'createdAfter', to: 'createdBefore', label: 'admin.fields.updatedAt' },
    { kind: 'range', from: 'minPrice', to: 'maxPrice', label: 'admin.fields.price' },
  ],
};

describe('the address of a list', () => {
  it('says everything that the list shows', () => {
    const search = {
      page: '3',
      limit: '50',
      sort: '-price',
      q: 'helmet ',
      priceType: 'PER_DAY',
      isActive: 'false',
      franchiseId: id,
      createdAfter: '2026-11-01',
      minPrice: '10.50',
    };
    const state = readList(search, list);
    expect(state).toEqual({
      page: 3,
      limit: 50,
      sort: '-price',
      q: 'helmet ',
      filters: {
        priceType: 'PER_DAY',
        isActive: 'false',
        franchiseId: id,
        createdAfter: '2026-11-01',
        minPrice: '10.50',
      },
    });
    expect(writeList(state)).toEqual(search);
    expect(countFilters(state, list.filters)).toBe(5);
    expect(questionOf(state, list)).toEqual({
      sort: '-price',
      q: 'helmet',
      priceType: 'PER_DAY',
      isActive: 'false',
      franchiseId: id,
      createdAfter: '2026-11-01',
      minPrice: '10.50',
    });
  });

  it('is empty as long as nothing is chosen', () => {
    const state = readList({}, list);
    expect(state).toEqual({ page: 1, limit: 25, sort: '', q: '', filters: {} });
    expect(writeList(state)).toEqual({});
    expect(questionOf(state, { ...list, sort: '-createdAt' })).toEqual({ sort: '-createdAt' });
  });

  it('is no way to ask the server nonsense', () => {
    const state = readList(
      {
        page: '0',
        limit: '99999',
        sort: 'password',
        priceType: 'FREE',
        isActive: 'maybe',
        franchiseId: "'; drop table",
        createdAfter: 'yesterday',
        minPrice: '-3',
        other: 'x',
      },
      list,
    );
    expect(state).toEqual({ page: 1, limit: 25, sort: '', q: '', filters: {} });
  });
});

it('a filter of several values is on once, whatever their order, and one alone is written as itself', () => {
  const filters: Listed['filters'] = [
    {
      kind: 'choice',
      name: 'status',
      label: 'admin.fields.status',
      several: true,
      options: ['WAITING', 'ACTIVE', 'OVER'].map((value) => ({ value, label: 'admin.fields.status' })),
    },
  ];
  const read = (status: string | string[]) => readList({ status }, { columns: [], filters });
  const two = read(['OVER', 'WAITING', 'nonsense', 'OVER']);
  expect(two.filters).toEqual({ status: ['WAITING', 'OVER'] });
  expect(countFilters(two, filters)).toBe(1);
  expect(writeList(two)).toEqual({ status: ['WAITING', 'OVER'] });
  expect(questionOf(two, { filters })).toEqual({ status: ['WAITING', 'OVER'] });
  expect(read('ACTIVE').filters).toEqual({ status: 'ACTIVE' });
  expect(read(['nonsense', 'ACTIVE']).filters).toEqual({ status: 'ACTIVE' });
  expect(read('nonsense').filters).toEqual({});
});

it('sorts up, down, and then as usual', () => {
  expect([nextSort('', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    '',
  ]);
  expect(nextSort('-price', 'name')).toBe('name');
});

it("a filter by day asks for moments where the API takes them: the first and the last of the days, on Morocco's clock", () => {
  const filters: Listed['filters'] = [
    {
      kind: 'dates',
      from: 'startsAfter',
      to: 'startsBefore',
      label: 'admin.fields.updatedAt',
      instants: true,
    },
  ];
  const questionAt = (search: Record<string, string>) =>
    questionOf(readList(search, { columns: [], filters }), { filters });
  expect(questionAt({ startsAfter: '2026-11-21', startsBefore: '2026-11-21' })).toEqual({
    startsAfter: '2026-11-20T23:00:00Z',
    startsBefore: '2026-11-21T22:59:59.999999Z',
  });
  const moment = '2026-11-21T23:30:00Z';
  expect(questionAt({ startsAfter: moment })).toEqual({ startsAfter: moment });
  expect(shownDay(moment)).toBe('2026-11-22');
  expect(questionAt({ startsAfter: 'yesterday' })).toEqual({});
});
