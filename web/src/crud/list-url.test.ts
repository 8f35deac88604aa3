import { describe, expect, it } from 'vitest';
import type { Relation } from './entity';
import { countFilters, type Listed, nextSort, questionOf, readList, writeList } from './list-url';

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
    expect(questionOf(state)).toEqual({
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
    expect(questionOf(state, '-createdAt')).toEqual({ sort: '-createdAt' });
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

it('sorts up, down, and then as usual', () => {
  expect([nextSort('', 'name'), nextSort('name', 'name'), nextSort('-name', 'name')]).toEqual([
    'name',
    '-name',
    '',
  ]);
  expect(nextSort('-price', 'name')).toBe('name');
});
