import { CircleCheck, CircleOff, Wrench } from 'lucide-react';
import { api, dataOf, done, streamOf } from '@/api/client';
import { Problem } from '@/api/problem';
import {
  type FleetMotorcycle,
  type FleetQuery,
  type MotorcycleChanges,
  type MotorcycleDetail,
  type MotorcycleStatus,
  motorcycleCategories,
  type NewMotorcycle,
  transmissions,
} from '@/api/types';
import { Code } from '@/components/code';
import { Money } from '@/components/money';
import { EmptyCell, TextCell } from '@/crud/cells';
import { type BulkAction, type Choice, defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { franchiseRelation, parkingPointRelation } from '@/features/admin-relations/relations';
import { franchiseFilter, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { motorcycleStatuses } from '@/features/admin-relations/states';
import { CalendarPanel } from './calendar-panel';
import { FeatureChoice } from './feature-choice';
import { LockPanel } from './lock-panel';
import { CategoryCell, EngineCell, NameCell, OdometerCell, TransmissionCell } from './motorcycle-cells';
import { PaperField } from './paper-field';
import { PicturesPanel } from './pictures-panel';
import { plateText } from './plate';
import { MotorcycleStatusBadge } from './status-badge';

const categories: readonly Choice[] = motorcycleCategories.map((value) => ({
  value,
  label: `format.category.${value}`,
}));

const gears: readonly Choice[] = transmissions.map((value) => ({
  value,
  label: `format.transmission.${value}`,
}));

const statuses: readonly Choice[] = motorcycleStatuses.map((value) => ({
  value,
  label: `admin.motorcycles.status.${value}`,
  // It comes and goes with the rentals (D8).
  derived: value === 'BOOKED',
}));

/** A motorcycle as its staff read it. To everybody else the API shows the public part, which is not for this page (D19). */
function ours(found: MotorcycleDetail): FleetMotorcycle {
  const { registrationNumber, status, createdAt, updatedAt, ...rest } = found;
  if (registrationNumber === undefined || !status || !createdAt || !updatedAt)
    throw new Problem({ status: 404, code: 'MOTORCYCLE_NOT_FOUND', message: '' });
  return {
    odometerKm: null,
    parkingPointId: null,
    smartLockDeviceId: null,
    grayCardUrl: null,
    insuranceUrl: null,
    ...rest,
    registrationNumber,
    status,
    createdAt,
    updatedAt,
  };
}

async function change(id: string, body: MotorcycleChanges): Promise<FleetMotorcycle> {
  return ours((await dataOf(api.PUT('/motorcycles/{id}', { params: { path: { id } }, body }))).motorcycle);
}

function turn(
  status: Exclude<MotorcycleStatus, 'BOOKED'>,
): Omit<BulkAction<FleetMotorcycle>, 'label' | 'icon'> {
  return {
    key: status,
    permission: 'MOTORCYCLE_UPDATE',
    // One that is rented out stays so until it is back: nobody's hand could undo that.
    applies: (row) => row.status !== status && row.status !== 'BOOKED',
    run: ({ id }) => change(id, { status }),
    undo: ({ id, status: before }) => change(id, { status: before }),
  };
}

/** The motorcycles of the fleet. */
export const motorcycles = defineEntity<FleetMotorcycle, NewMotorcycle, MotorcycleChanges, FleetQuery>({
  key: 'motorcycles',
  texts: {
    title: 'admin.sections.motorcycles',
    add: 'admin.motorcycles.add',
    emptyTitle: 'admin.motorcycles.emptyTitle',
    emptyText: 'admin.motorcycles.emptyText',
    removal: 'admin.motorcycles.removal',
  },
  may: { create: 'MOTORCYCLE_CREATE', update: 'MOTORCYCLE_UPDATE', remove: 'MOTORCYCLE_DELETE' },
  // A fleet has many of one model: the plate tells them apart.
  name: ({ make, model, registrationNumber }) => `${make} ${model} · ${plateText(registrationNumber)}`,

  async page(query, signal) {
    const { motorcycles: rows, pagination } = await dataOf(
      api.GET('/motorcycles/admin', {
        params: { query: { ...query, includeFeatures: false } },
        signal,
      }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    return ours(
      (await dataOf(api.GET('/motorcycles/{id}', { params: { path: { id } }, signal }))).motorcycle,
    );
  },
  async create(body) {
    return ours((await dataOf(api.POST('/motorcycles', { body }))).motorcycle);
  },
  change,
  remove: (id) => done(api.DELETE('/motorcycles/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/motorcycles/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  sort: '-updatedAt',
  columns: [
    {
      key: 'name',
      label: 'admin.motorcycles.motorcycle',
      sort: 'make',
      cell: (row) => <NameCell motorcycle={row} />,
    },
    {
      key: 'registrationNumber',
      label: 'admin.motorcycles.plate',
      sort: 'registrationNumber',
      cell: ({ registrationNumber }) => <Code className="md:whitespace-nowrap">{registrationNumber}</Code>,
    },
    {
      key: 'status',
      label: 'admin.fields.status',
      sort: 'status',
      cell: ({ status }) => <MotorcycleStatusBadge status={status} />,
    },
    {
      key: 'category',
      label: 'admin.motorcycles.category',
      sort: 'category',
      hidden: true,
      cell: ({ category }) => <CategoryCell value={category} />,
    },
    {
      key: 'basePricePerDay',
      label: 'admin.motorcycles.dayPrice',
      sort: 'basePricePerDay',
      numeric: true,
      cell: ({ basePricePerDay }) => <Money amount={basePricePerDay} />,
    },
    {
      key: 'place',
      label: 'admin.motorcycles.parkingPoint',
      spare: true,
      cell: ({ parkingPointId, place }) =>
        parkingPointId ? <TextCell short>{place.name}</TextCell> : <EmptyCell />,
    },
    {
      key: 'franchise',
      label: 'admin.fields.franchise',
      spare: true,
      visible: ofPlatform,
      cell: ({ franchiseName }) => <TextCell short>{franchiseName}</TextCell>,
    },
    {
      key: 'year',
      label: 'admin.motorcycles.year',
      sort: 'year',
      hidden: true,
      numeric: true,
      cell: ({ year }) => <bdi className="figures">{year}</bdi>,
    },
    {
      key: 'engineSizeCc',
      label: 'admin.motorcycles.engine',
      sort: 'engineSizeCc',
      hidden: true,
      numeric: true,
      cell: ({ engineSizeCc }) => <EngineCell size={engineSizeCc} />,
    },
    {
      key: 'transmission',
      label: 'admin.motorcycles.transmission',
      sort: 'transmission',
      hidden: true,
      cell: ({ transmission }) => <TransmissionCell value={transmission} />,
    },
    {
      key: 'odometerKm',
      label: 'admin.motorcycles.odometer',
      hidden: true,
      numeric: true,
      cell: ({ odometerKm }) => <OdometerCell kilometres={odometerKm} />,
    },
    {
      key: 'smartLockDeviceId',
      label: 'admin.motorcycles.lock.title',
      sort: 'smartLockDeviceId',
      hidden: true,
      cell: ({ smartLockDeviceId }) => (smartLockDeviceId ? <Code>{smartLockDeviceId}</Code> : <EmptyCell />),
    },
    updatedAtColumn,
  ],
  filters: [
    { kind: 'choice', name: 'status', label: 'admin.fields.status', options: statuses },
    { kind: 'choice', name: 'category', label: 'admin.motorcycles.category', options: categories },
    { kind: 'choice', name: 'transmission', label: 'admin.motorcycles.transmission', options: gears },
    { kind: 'range', from: 'minPrice', to: 'maxPrice', label: 'admin.motorcycles.dayPrice' },
    {
      kind: 'relation',
      name: 'parkingPointId',
      label: 'admin.motorcycles.parkingPoint',
      relation: parkingPointRelation,
    },
    franchiseFilter,
  ],
  form: [
    {
      title: 'admin.motorcycles.facts',
      fields: [
        { kind: 'text', name: 'make', label: 'admin.motorcycles.make', required: true, max: 100 },
        { kind: 'text', name: 'model', label: 'admin.motorcycles.model', required: true, max: 100 },
        {
          kind: 'text',
          name: 'registrationNumber',
          label: 'admin.motorcycles.plate',
          required: true,
          max: 50,
          code: true,
        },
        {
          kind: 'number',
          name: 'year',
          label: 'admin.motorcycles.year',
          required: true,
          min: 1900,
          max: new Date().getFullYear() + 1,
        },
        { kind: 'select', name: 'category', label: 'admin.motorcycles.category', options: categories },
        {
          kind: 'select',
          name: 'transmission',
          label: 'admin.motorcycles.transmission',
          options: gears,
        },
        {
          kind: 'number',
          name: 'engineSizeCc',
          label: 'admin.motorcycles.engine',
          min: 1,
          max: 5000,
          unit: 'admin.values.cc',
        },
        {
          kind: 'number',
          name: 'odometerKm',
          label: 'admin.motorcycles.odometer',
          hint: 'admin.motorcycles.odometerHint',
          min: 0,
          max: 2_000_000,
          unit: 'admin.values.km',
          only: 'edit',
        },
        { kind: 'textarea', name: 'description', label: 'admin.fields.description', max: 5000 },
        {
          kind: 'custom',
          name: 'featureIds',
          label: 'admin.sections.features',
          initial: [],
          read: ({ features }) => features.map(({ id }) => id).sort(),
          render: (field) => <FeatureChoice {...field} />,
        },
      ],
    },
    {
      title: 'admin.motorcycles.renting',
      fields: [
        {
          kind: 'money',
          name: 'basePricePerDay',
          label: 'admin.motorcycles.dayPrice',
          hint: 'admin.motorcycles.priceHint',
          required: true,
          min: 0.01,
        },
        {
          kind: 'select',
          name: 'status',
          label: 'admin.fields.status',
          hint: 'admin.motorcycles.statusHint',
          required: true,
          options: statuses,
        },
        {
          kind: 'relation',
          name: 'franchiseId',
          label: 'admin.fields.franchise',
          relation: franchiseRelation,
          required: true,
          visible: ofPlatform,
        },
        {
          kind: 'relation',
          name: 'parkingPointId',
          label: 'admin.motorcycles.parkingPoint',
          hint: 'admin.motorcycles.parkingPointHint',
          relation: parkingPointRelation,
          none: 'admin.motorcycles.atFranchise',
        },
      ],
    },
    {
      title: 'admin.motorcycles.papers.title',
      lead: 'admin.motorcycles.papers.lead',
      fields: [
        {
          kind: 'custom',
          name: 'grayCardUrl',
          label: 'admin.motorcycles.papers.grayCard',
          render: (field) => <PaperField {...field} purpose="GRAY_CARD" />,
        },
        {
          kind: 'custom',
          name: 'insuranceUrl',
          label: 'admin.motorcycles.papers.insurance',
          render: (field) => <PaperField {...field} purpose="INSURANCE" />,
        },
      ],
    },
  ],
  bulk: [
    { ...turn('AVAILABLE'), label: 'admin.motorcycles.turn.AVAILABLE', icon: CircleCheck },
    { ...turn('MAINTENANCE'), label: 'admin.motorcycles.turn.MAINTENANCE', icon: Wrench },
    { ...turn('UNAVAILABLE'), label: 'admin.motorcycles.turn.UNAVAILABLE', icon: CircleOff },
  ],
  // Its pictures and blocks went with it.
  restorable: false,
  refusals: {
    REGISTRATION_TAKEN: 'registrationNumber',
    PARKING_POINT_NOT_FOUND: 'parkingPointId',
    FRANCHISE_NOT_FOUND: 'franchiseId',
    MOTORCYCLE_HAS_BOOKINGS: 'franchiseId',
    FEATURE_NOT_FOUND: 'featureIds',
  },
  afterSave: 'record',
  panels: (row) => (
    <>
      <PicturesPanel row={row} />
      <CalendarPanel row={row} />
      <LockPanel row={row} />
    </>
  ),
});
