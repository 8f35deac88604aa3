import { Eye, EyeOff } from 'lucide-react';
import { api, dataOf, done, streamOf } from '@/api/client';
import type { NewSupplement, Supplement, SupplementChanges, SupplementsQuery } from '@/api/types';
import { Money } from '@/components/money';
import { FlagCell, TextCell } from '@/crud/cells';
import { type Choice, defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { franchiseRelation } from '@/features/admin-relations/relations';
import { franchiseColumn, franchiseFilter, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { PriceTypeCell } from './price-type-cell';

const priceTypes: readonly Choice[] = [
  { value: 'PER_RENTAL', label: 'admin.supplements.priceType.PER_RENTAL' },
  { value: 'PER_DAY', label: 'admin.supplements.priceType.PER_DAY' },
];

function change(id: string, body: SupplementChanges): Promise<Supplement> {
  return dataOf(api.PUT('/supplements/{id}', { params: { path: { id } }, body })).then(
    ({ supplement }) => supplement,
  );
}

/** Extras that are rented with a motorcycle. */
export const supplements = defineEntity<Supplement, NewSupplement, SupplementChanges, SupplementsQuery>({
  key: 'supplements',
  texts: {
    title: 'admin.sections.supplements',
    add: 'admin.supplements.add',
    emptyTitle: 'admin.supplements.emptyTitle',
    emptyText: 'admin.supplements.emptyText',
    removal: 'admin.supplements.removal',
  },
  may: { create: 'SUPPLEMENT_CREATE', update: 'SUPPLEMENT_UPDATE', remove: 'SUPPLEMENT_DELETE' },
  name: ({ name }) => name,
  // The platform's are there for every franchise, and no franchise's to change (D18).
  editable: ({ franchiseId }, user) => ofPlatform(user) || franchiseId === user.franchiseId,

  async page(query, signal) {
    const { supplements: rows, pagination } = await dataOf(
      api.GET('/supplements/admin', { params: { query }, signal }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    return (await dataOf(api.GET('/supplements/{id}', { params: { path: { id } }, signal }))).supplement;
  },
  async create(body) {
    return (await dataOf(api.POST('/supplements', { body }))).supplement;
  },
  change,
  remove: (id) => done(api.DELETE('/supplements/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/supplements/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  columns: [
    {
      key: 'name',
      label: 'admin.fields.name',
      sort: 'name',
      cell: ({ name }) => <TextCell>{name}</TextCell>,
    },
    {
      key: 'price',
      label: 'admin.fields.price',
      sort: 'price',
      numeric: true,
      cell: ({ price }) => <Money amount={price} />,
    },
    {
      key: 'priceType',
      label: 'admin.supplements.priceTypeLabel',
      spare: true,
      cell: ({ priceType }) => <PriceTypeCell value={priceType} />,
    },
    {
      key: 'isActive',
      label: 'admin.fields.active',
      cell: ({ isActive }) => <FlagCell value={isActive} />,
    },
    {
      key: 'isFree',
      label: 'admin.supplements.free',
      spare: true,
      cell: ({ isFree }) => <FlagCell value={isFree} />,
    },
    franchiseColumn,
    {
      key: 'description',
      label: 'admin.fields.description',
      hidden: true,
      cell: ({ description }) => <TextCell>{description}</TextCell>,
    },
    updatedAtColumn,
  ],
  filters: [
    { kind: 'choice', name: 'priceType', label: 'admin.supplements.priceTypeLabel', options: priceTypes },
    { kind: 'flag', name: 'isActive', label: 'admin.fields.active' },
    { kind: 'flag', name: 'isFree', label: 'admin.supplements.free' },
    franchiseFilter,
  ],
  form: [
    {
      fields: [
        { kind: 'text', name: 'name', label: 'admin.fields.name', required: true, max: 255, wide: true },
        { kind: 'textarea', name: 'description', label: 'admin.fields.description', max: 2000 },
        { kind: 'money', name: 'price', label: 'admin.fields.price', required: true, min: 0.01 },
        {
          kind: 'select',
          name: 'priceType',
          label: 'admin.supplements.priceTypeLabel',
          required: true,
          options: priceTypes,
        },
        {
          kind: 'checkbox',
          name: 'isActive',
          label: 'admin.fields.active',
          hint: 'admin.supplements.activeHint',
          initial: true,
        },
        {
          kind: 'checkbox',
          name: 'isFree',
          label: 'admin.supplements.free',
          hint: 'admin.supplements.freeHint',
        },
        {
          kind: 'relation',
          name: 'franchiseId',
          label: 'admin.fields.franchise',
          hint: 'admin.supplements.franchiseHint',
          relation: franchiseRelation,
          none: 'admin.values.platform',
          visible: ofPlatform,
          wide: true,
        },
      ],
    },
  ],
  bulk: [
    {
      key: 'activate',
      label: 'admin.bulk.activate',
      icon: Eye,
      permission: 'SUPPLEMENT_UPDATE',
      applies: ({ isActive }) => !isActive,
      run: ({ id }) => change(id, { isActive: true }),
      undo: ({ id }) => change(id, { isActive: false }),
    },
    {
      key: 'deactivate',
      label: 'admin.bulk.deactivate',
      icon: EyeOff,
      permission: 'SUPPLEMENT_UPDATE',
      applies: ({ isActive }) => isActive,
      run: ({ id }) => change(id, { isActive: false }),
      undo: ({ id }) => change(id, { isActive: true }),
    },
  ],
  restorable: true,
  refusals: { SUPPLEMENT_NAME_TAKEN: 'name' },
});
