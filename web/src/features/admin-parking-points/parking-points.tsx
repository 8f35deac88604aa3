import { Eye, EyeOff } from 'lucide-react';
import { api, dataOf, done, streamOf } from '@/api/client';
import type { NewParkingPoint, ParkingPoint, ParkingPointChanges, ParkingPointsQuery } from '@/api/types';
import { FlagCell, TextCell } from '@/crud/cells';
import { defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { checkHours, hoursOf } from '@/features/admin-places/hours';
import { HoursField } from '@/features/admin-places/hours-field';
import {
  checkPosition,
  noPosition,
  positionOf,
  typedOf,
  typedPosition,
} from '@/features/admin-places/position';
import { PositionField } from '@/features/admin-places/position-field';
import { franchiseRelation } from '@/features/admin-relations/relations';
import { franchiseColumn, franchiseFilter, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { HoursCell } from './hours-cell';

/** The form holds a position as one thing, the API as two. */
type WithPosition<Body> = Omit<Body, 'latitude' | 'longitude'> & {
  readonly position?: { readonly latitude: number; readonly longitude: number };
};

function split<Body extends object>({ position, ...rest }: WithPosition<Body>) {
  return { ...rest, ...position };
}

async function change(id: string, body: WithPosition<ParkingPointChanges>): Promise<ParkingPoint> {
  const answer = await dataOf(
    api.PUT('/parking-points/{id}', { params: { path: { id } }, body: split(body) as ParkingPointChanges }),
  );
  return answer.parkingPoint;
}

/** Places where motorcycles are picked up and left. Those that customers gave belong to their bookings and are not here. */
export const parkingPoints = defineEntity<
  ParkingPoint,
  WithPosition<NewParkingPoint>,
  WithPosition<ParkingPointChanges>,
  ParkingPointsQuery
>({
  key: 'parking-points',
  texts: {
    title: 'admin.sections.parkingPoints',
    add: 'admin.parkingPoints.add',
    emptyTitle: 'admin.parkingPoints.emptyTitle',
    emptyText: 'admin.parkingPoints.emptyText',
    removal: 'admin.parkingPoints.removal',
  },
  may: { create: 'PARKING_POINT_CREATE', update: 'PARKING_POINT_UPDATE', remove: 'PARKING_POINT_DELETE' },
  name: ({ name }) => name,
  // The platform's are there for every franchise, and no franchise's to change (D18).
  editable: ({ franchiseId }, user) => ofPlatform(user) || franchiseId === user.franchiseId,

  async page(query, signal) {
    const { parkingPoints: rows, pagination } = await dataOf(
      api.GET('/parking-points/admin', { params: { query }, signal }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    const { parkingPoint } = await dataOf(
      api.GET('/parking-points/{id}', { params: { path: { id } }, signal }),
    );
    return parkingPoint;
  },
  async create(body) {
    const answer = await dataOf(api.POST('/parking-points', { body: split(body) as NewParkingPoint }));
    return answer.parkingPoint;
  },
  change,
  remove: (id) => done(api.DELETE('/parking-points/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/parking-points/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  columns: [
    {
      key: 'name',
      label: 'admin.fields.name',
      sort: 'name',
      cell: ({ name }) => <TextCell>{name}</TextCell>,
    },
    {
      key: 'address',
      label: 'admin.parkingPoints.address',
      spare: true,
      sort: 'address',
      cell: ({ address }) => <TextCell>{address}</TextCell>,
    },
    {
      key: 'hours',
      label: 'admin.hours.today',
      cell: ({ operatingHours }) => <HoursCell hours={operatingHours} />,
    },
    {
      key: 'isActive',
      label: 'admin.fields.active',
      sort: 'isActive',
      cell: ({ isActive }) => <FlagCell value={isActive} />,
    },
    franchiseColumn,
    {
      key: 'instructions',
      label: 'admin.parkingPoints.instructions',
      hidden: true,
      cell: ({ instructions }) => <TextCell>{instructions}</TextCell>,
    },
    updatedAtColumn,
  ],
  filters: [{ kind: 'flag', name: 'isActive', label: 'admin.fields.active' }, franchiseFilter],
  form: [
    {
      fields: [
        { kind: 'text', name: 'name', label: 'admin.fields.name', required: true, max: 255, wide: true },
        {
          kind: 'checkbox',
          name: 'isActive',
          label: 'admin.fields.active',
          hint: 'admin.parkingPoints.activeHint',
          initial: true,
        },
        {
          kind: 'relation',
          name: 'franchiseId',
          label: 'admin.fields.franchise',
          hint: 'admin.parkingPoints.franchiseHint',
          relation: franchiseRelation,
          none: 'admin.values.platform',
          visible: ofPlatform,
        },
      ],
    },
    {
      title: 'admin.parkingPoints.where',
      fields: [
        {
          kind: 'custom',
          name: 'position',
          label: 'admin.position.title',
          required: true,
          initial: noPosition,
          read: typedPosition,
          write: (value) => positionOf(typedOf(value)),
          check: (value) => checkPosition(value, true),
          render: (field) => <PositionField {...field} required kind="parking" />,
        },
        {
          kind: 'text',
          name: 'address',
          label: 'admin.parkingPoints.address',
          hint: 'admin.parkingPoints.addressHint',
          max: 500,
          wide: true,
        },
        {
          kind: 'textarea',
          name: 'instructions',
          label: 'admin.parkingPoints.instructions',
          hint: 'admin.parkingPoints.instructionsHint',
          max: 2000,
          rows: 3,
        },
      ],
    },
    {
      title: 'admin.hours.title',
      fields: [
        {
          kind: 'custom',
          name: 'operatingHours',
          label: 'admin.hours.week',
          initial: {},
          read: ({ operatingHours }) => hoursOf(operatingHours),
          check: checkHours,
          render: (field) => <HoursField {...field} />,
        },
      ],
    },
  ],
  bulk: [
    {
      key: 'activate',
      label: 'admin.bulk.activate',
      icon: Eye,
      permission: 'PARKING_POINT_UPDATE',
      applies: ({ isActive }) => !isActive,
      run: ({ id }) => change(id, { isActive: true }),
      undo: ({ id }) => change(id, { isActive: false }),
    },
    {
      key: 'deactivate',
      label: 'admin.bulk.deactivate',
      icon: EyeOff,
      permission: 'PARKING_POINT_UPDATE',
      applies: ({ isActive }) => isActive,
      run: ({ id }) => change(id, { isActive: false }),
      undo: ({ id }) => change(id, { isActive: true }),
    },
  ],
  restorable: true,
  refusals: {
    PARKING_POINT_NAME_TAKEN: 'name',
    INVALID_COORDINATES: 'position',
    FRANCHISE_NOT_FOUND: 'franchiseId',
  },
});
