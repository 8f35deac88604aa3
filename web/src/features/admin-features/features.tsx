import { api, dataOf, done, streamOf } from '@/api/client';
import type { FeatureChanges, FeaturesQuery, MotorcycleFeature, NewFeature } from '@/api/types';
import { TextCell } from '@/crud/cells';
import { defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { franchiseRelation } from '@/features/admin-relations/relations';
import { franchiseColumn, franchiseFilter, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { IconCell } from './icon-cell';
import { IconField } from './icon-field';

/** What motorcycles can have: ABS, heated grips. The platform's are read-only for a franchise (D18). */
export const features = defineEntity<MotorcycleFeature, NewFeature, FeatureChanges, FeaturesQuery>({
  key: 'motorcycle-features',
  texts: {
    title: 'admin.sections.features',
    add: 'admin.features.add',
    emptyTitle: 'admin.features.emptyTitle',
    emptyText: 'admin.features.emptyText',
    removal: 'admin.features.removal',
  },
  may: {
    create: 'MOTORCYCLE_FEATURE_CREATE',
    update: 'MOTORCYCLE_FEATURE_UPDATE',
    remove: 'MOTORCYCLE_FEATURE_DELETE',
  },
  name: ({ name }) => name,
  editable: ({ franchiseId }, user) => ofPlatform(user) || franchiseId === user.franchiseId,

  async page(query, signal) {
    const { motorcycleFeatures: rows, pagination } = await dataOf(
      api.GET('/motorcycle-features', { params: { query }, signal }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    const answer = await dataOf(api.GET('/motorcycle-features/{id}', { params: { path: { id } }, signal }));
    return answer.motorcycleFeature;
  },
  async create(body) {
    return (await dataOf(api.POST('/motorcycle-features', { body }))).motorcycleFeature;
  },
  async change(id, body) {
    const answer = await dataOf(api.PUT('/motorcycle-features/{id}', { params: { path: { id } }, body }));
    return answer.motorcycleFeature;
  },
  remove: (id) => done(api.DELETE('/motorcycle-features/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/motorcycle-features/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  columns: [
    {
      key: 'name',
      label: 'admin.fields.name',
      sort: 'name',
      cell: ({ name }) => <TextCell>{name}</TextCell>,
    },
    {
      key: 'description',
      label: 'admin.fields.description',
      cell: ({ description }) => <TextCell>{description}</TextCell>,
    },
    { key: 'icon', label: 'admin.features.icon', cell: ({ iconUrl }) => <IconCell url={iconUrl} /> },
    { ...franchiseColumn, visible: undefined },
    updatedAtColumn,
  ],
  filters: [franchiseFilter],
  form: [
    {
      fields: [
        { kind: 'text', name: 'name', label: 'admin.fields.name', required: true, max: 100, wide: true },
        { kind: 'textarea', name: 'description', label: 'admin.fields.description', max: 5000 },
        {
          kind: 'custom',
          name: 'iconUrl',
          label: 'admin.features.icon',
          render: (field) => <IconField {...field} />,
        },
        {
          kind: 'relation',
          name: 'franchiseId',
          label: 'admin.fields.franchise',
          hint: 'admin.features.franchiseHint',
          relation: franchiseRelation,
          none: 'admin.values.platform',
          visible: ofPlatform,
          wide: true,
        },
      ],
    },
  ],
  restorable: false,
  refusals: { FEATURE_NAME_TAKEN: 'name', FEATURE_IN_USE: 'franchiseId' },
});
