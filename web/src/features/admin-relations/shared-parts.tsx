import { DateText } from '@/components/date-text';
import { RelationCell } from '@/crud/cells';
import type { Column, Filter } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { franchiseRelation } from './relations';

/** Whose a record is. A franchise's own people have one franchise only. */
export const franchiseColumn: Column<{ readonly franchiseId: string | null }> = {
  key: 'franchise',
  label: 'admin.fields.franchise',
  visible: ofPlatform,
  cell: ({ franchiseId }) => (
    <RelationCell relation={franchiseRelation} id={franchiseId} none="admin.values.platform" />
  ),
};

export const franchiseFilter: Filter = {
  kind: 'relation',
  name: 'franchiseId',
  label: 'admin.fields.franchise',
  relation: franchiseRelation,
  visible: ofPlatform,
};

export const createdAtColumn: Column<{ readonly createdAt: string }> = {
  key: 'createdAt',
  label: 'admin.fields.createdAt',
  sort: 'createdAt',
  hidden: true,
  cell: ({ createdAt }) => <DateText value={createdAt} style="medium" />,
};

export const updatedAtColumn: Column<{ readonly updatedAt: string }> = {
  key: 'updatedAt',
  label: 'admin.fields.updatedAt',
  sort: 'updatedAt',
  hidden: true,
  cell: ({ updatedAt }) => <DateText value={updatedAt} style="medium" />,
};
