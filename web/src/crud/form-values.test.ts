import { describe, expect, it } from 'vitest';
import type { Field, Row } from './entity';
import { changesBody, checkForm, givenValues, meet, newBody, valuesOf } from './form-values';

interface Extra extends Row {
  readonly name: string;
  readonly price: number;
  readonly franchiseId: string | null;
  readonly isFree: boolean;
  readonly hours: Readonly<Record<string, string>>;
}

const fields: Field<Extra>[] = [
  { kind: 'text', name: 'name', label: 'admin.fields.name', required: true, max: 5 },
  { kind: 'money', name: 'price', label: 'admin.fields.price', required: true, min: 0.01 },
  { kind: 'number', name: 'seats', label: 'admin.fields.price', max: 3 },
  {
    kind: 'relation',
    name: 'franchiseId',
    label: 'admin.fields.franchise',
    relation: { key: 'f', search: async () => [], one: async (id) => ({ id, label: id }) },
  },
  { kind: 'checkbox', name: 'isFree', label: 'admin.fields.active' },
  { kind: 'custom', name: 'hours', label: 'admin.fields.active', render: () => null },
];
const row: Extra = {
  id: 'a',
  name: 'GPS',
  price: 50,
  franchiseId: null,
  isFree: false,
  hours: { monday: '8' },
};

describe('what a form holds', () => {
  it('is the row as people write it', () => {
    expect(valuesOf(fields, row)).toEqual({
      name: 'GPS',
      price: '50.00',
      seats: '',
      franchiseId: '',
      isFree: false,
      hours: { monday: '8' },
    });
  });

  it('is sent whole for a new record, without what was left empty', () => {
    const values = { ...valuesOf(fields), name: ' GPS ', price: '1 234,5', isFree: true };
    expect(newBody(fields, values)).toEqual({ name: 'GPS', price: 1234.5, isFree: true });
  });

  it('begins with what an address says can be chosen', () => {
    const id = '019a0000-0000-7000-8000-0000000000f1';
    const role: Field<Extra> = {
      kind: 'select',
      name: 'role',
      label: 'admin.fields.status',
      options: [
        { value: 'ADMIN', label: 'admin.fields.name' },
        { value: 'GONE', label: 'admin.fields.name', derived: true },
      ],
    };
    const all = [...fields, role];
    expect(givenValues(all, { franchiseId: id, role: 'ADMIN', name: 'GPS', price: '5' })).toEqual({
      franchiseId: id,
      role: 'ADMIN',
    });
    expect(givenValues(all, { franchiseId: '../x', role: 'GONE' })).toEqual({});
  });

  it('is sent as far as it differs for a change, and empties what was emptied', () => {
    const before = valuesOf(fields, { ...row, franchiseId: 'f1' });
    const now = { ...before, franchiseId: '', hours: { monday: '9' } };
    expect(changesBody(fields, before, now)).toEqual({ franchiseId: null, hours: { monday: '9' } });
    expect(changesBody(fields, before, { ...before, hours: { monday: '8' } })).toEqual({});
  });
});

describe('a field that stands for several members', () => {
  const place: Field<Extra> = {
    kind: 'custom',
    name: 'position',
    label: 'admin.fields.active',
    members: ['latitude', 'longitude'],
    render: () => null,
  };
  const there = { ...row, latitude: 31.6, longitude: -8 };

  it('holds a record of them, and nothing when they are all empty', () => {
    expect(valuesOf([place], there)).toEqual({ position: { latitude: 31.6, longitude: -8 } });
    expect(valuesOf([place], { ...there, latitude: null, longitude: null } as Extra)).toEqual({
      position: null,
    });
  });

  it('sends each by its own name, and empties all of them', () => {
    const before = valuesOf([place], there);
    expect(newBody([place], before)).toEqual({ latitude: 31.6, longitude: -8 });
    expect(changesBody([place], before, { position: { latitude: 31.7, longitude: -8 } })).toEqual({
      latitude: 31.7,
      longitude: -8,
    });
    expect(changesBody([place], before, { position: null })).toEqual({ latitude: null, longitude: null });
    expect(changesBody([place], before, before)).toEqual({});
  });
});

it.each([
  [{ name: '' }, { name: 'REQUIRED' }],
  [{ name: 'sixsix' }, { name: 'TOO_LONG' }],
  [{ price: '0' }, { price: 'TOO_SMALL' }],
  [{ price: '1.234' }, { price: 'INVALID_FORMAT' }],
  [{ price: 'a lot' }, { price: 'INVALID_FORMAT' }],
  [{ seats: '4' }, { seats: 'TOO_LARGE' }],
  [{ seats: '1.5' }, { seats: 'INVALID_FORMAT' }],
  [{ price: '12,50', seats: '2' }, {}],
])('finds what is wrong with %j', (typed, wrong) => {
  expect(checkForm(fields, { ...valuesOf(fields, row), ...typed })).toEqual(wrong);
});

it('leaves out what is not there beside the other values', () => {
  const some: Field<Extra>[] = [
    ...fields,
    {
      kind: 'text',
      name: 'reason',
      label: 'admin.fields.name',
      required: true,
      when: ({ isFree }) => isFree === true,
    },
  ];
  const values = { ...valuesOf(some, row), reason: '' };
  expect(checkForm(some, values)).toEqual({});
  expect(checkForm(some, { ...values, isFree: true })).toEqual({ reason: 'REQUIRED' });
  expect(newBody(some, { ...values, reason: 'typed before' })).not.toHaveProperty('reason');
});

it('takes over what only somebody else changed, and leaves to the person what both did', () => {
  const before = valuesOf(fields, row);
  const mine = { ...before, name: 'Mine', price: '60.00' };
  const theirs = { ...before, name: 'Thei', price: '60.00', isFree: true };
  expect(meet(fields, before, mine, theirs)).toEqual({
    values: { ...before, name: 'Mine', price: '60.00', isFree: true },
    disputed: ['name'],
    taken: ['isFree'],
  });
});
