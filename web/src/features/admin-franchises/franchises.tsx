import { CircleCheck } from 'lucide-react';
import { api, dataOf, done, streamOf } from '@/api/client';
import { Problem } from '@/api/problem';
import type {
  AdministeredFranchise,
  Franchise,
  FranchiseChanges,
  FranchisesQuery,
  NewFranchise,
} from '@/api/types';
import { Code } from '@/components/code';
import { EmptyCell, TextCell } from '@/crud/cells';
import { type Choice, defineEntity, type Field } from '@/crud/entity';
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
import { createdAtColumn, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { franchiseStatuses } from '@/features/admin-relations/states';
import { ApprovalNotice } from './approval-notice';
import { FranchiseStatusBadge, ShareCell } from './franchise-cells';
import { FranchisePanels } from './franchise-panels';

const statuses: readonly Choice[] = franchiseStatuses.map((value) => ({
  value,
  label: `admin.franchises.status.${value}`,
}));

/** A franchise as its staff read it. To everybody else the API shows the public part, which is not for these pages (D19). */
function administered(found: Franchise): AdministeredFranchise {
  const { status, createdAt, updatedAt } = found;
  if (!status || !createdAt || !updatedAt)
    throw new Problem({ status: 404, code: 'FRANCHISE_NOT_FOUND', message: '' });
  return found as AdministeredFranchise;
}

async function change(id: string, body: FranchiseChanges): Promise<AdministeredFranchise> {
  return administered(
    (await dataOf(api.PUT('/franchises/{id}', { params: { path: { id } }, body }))).franchise,
  );
}

/** Shares are written in percent: 0.15 is 15. */
const commission: Field<AdministeredFranchise> = {
  kind: 'number',
  name: 'commissionRate',
  label: 'admin.franchises.commission',
  hint: 'admin.franchises.commissionHint',
  required: true,
  min: 0,
  max: 100,
  decimals: 2,
  unit: 'admin.values.percent',
  initial: '15',
  visible: ofPlatform,
  read: ({ commissionRate }) => String(Number((commissionRate * 100).toFixed(2))),
  write: (value) => Number((Number(String(value).replace(',', '.')) / 100).toFixed(4)),
};

/** Minutes that the platform decides about where they are left empty. */
function minutes(
  name: 'graceMinutes' | 'holdAutonomMinutes' | 'holdDeliveryMinutes',
  label: Field<AdministeredFranchise>['label'],
  min: number,
  max: number,
): Field<AdministeredFranchise> {
  return { kind: 'number', name, label, min, max, unit: 'admin.values.minutes', visible: ofPlatform };
}

/** The houses that rent motorcycles under the platform's name. */
export const franchises = defineEntity<
  AdministeredFranchise,
  NewFranchise,
  FranchiseChanges,
  FranchisesQuery
>({
  key: 'franchises',
  texts: {
    title: 'admin.sections.franchises',
    add: 'admin.franchises.add',
    emptyTitle: 'admin.franchises.emptyTitle',
    emptyText: 'admin.franchises.emptyText',
    removal: 'admin.franchises.removal',
  },
  may: { create: 'FRANCHISE_CREATE', update: 'FRANCHISE_UPDATE', remove: 'FRANCHISE_DELETE' },
  name: ({ name }) => name,
  only: (user) => (ofPlatform(user) ? null : user.franchiseId),

  async page(query, signal) {
    const { franchises: found, pagination } = await dataOf(
      api.GET('/franchises', { params: { query }, signal }),
    );
    return { rows: found.map(administered), ...pagination };
  },
  async one(id, signal) {
    return administered(
      (await dataOf(api.GET('/franchises/{id}', { params: { path: { id } }, signal }))).franchise,
    );
  },
  async create(body) {
    return administered((await dataOf(api.POST('/franchises', { body }))).franchise);
  },
  change,
  remove: (id) => done(api.DELETE('/franchises/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/franchises/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  sort: 'name',
  columns: [
    {
      key: 'name',
      label: 'admin.fields.name',
      sort: 'name',
      cell: ({ name }) => <TextCell>{name}</TextCell>,
    },
    {
      key: 'code',
      label: 'admin.franchises.code',
      sort: 'code',
      cell: ({ code }) => <Code>{code}</Code>,
    },
    {
      key: 'status',
      label: 'admin.fields.status',
      sort: 'status',
      cell: ({ status }) => <FranchiseStatusBadge status={status} />,
    },
    {
      key: 'address',
      label: 'admin.fields.address',
      spare: true,
      cell: ({ address }) => <TextCell>{address}</TextCell>,
    },
    {
      key: 'contactPhone',
      label: 'admin.fields.phone',
      hidden: true,
      cell: ({ contactPhone }) => (contactPhone ? <Code>{contactPhone}</Code> : <EmptyCell />),
    },
    {
      key: 'commissionRate',
      label: 'admin.franchises.commission',
      sort: 'commissionRate',
      numeric: true,
      cell: ({ commissionRate }) => <ShareCell share={commissionRate} />,
    },
    {
      key: 'contactEmail',
      label: 'admin.fields.email',
      sort: 'contactEmail',
      hidden: true,
      cell: ({ contactEmail }) => <Code>{contactEmail}</Code>,
    },
    createdAtColumn,
    updatedAtColumn,
  ],
  filters: [{ kind: 'choice', name: 'status', label: 'admin.fields.status', options: statuses }],
  form: [
    {
      title: 'admin.franchises.facts',
      fields: [
        {
          kind: 'text',
          name: 'name',
          label: 'admin.fields.name',
          required: true,
          max: 100,
          visible: ofPlatform,
        },
        {
          kind: 'text',
          name: 'code',
          label: 'admin.franchises.code',
          hint: 'admin.franchises.codeHint',
          required: true,
          max: 20,
          code: true,
          visible: ofPlatform,
          check: (value) => (/^[A-Z0-9_-]*$/.test(String(value ?? '').trim()) ? undefined : 'INVALID_FORMAT'),
        },
        {
          kind: 'select',
          name: 'status',
          label: 'admin.fields.status',
          hint: 'admin.franchises.statusHint',
          required: true,
          options: statuses,
          initial: 'PENDING_APPROVAL',
          visible: ofPlatform,
        },
        {
          kind: 'email',
          name: 'contactEmail',
          label: 'admin.fields.email',
          hint: 'admin.franchises.emailHint',
          required: true,
        },
        { kind: 'text', name: 'contactPhone', label: 'admin.fields.phone', max: 30, code: true },
        { kind: 'text', name: 'address', label: 'admin.fields.address', max: 500, wide: true },
      ],
    },
    {
      title: 'admin.franchises.place',
      lead: 'admin.franchises.placeLead',
      fields: [
        {
          kind: 'custom',
          name: 'position',
          label: 'admin.position.title',
          members: ['latitude', 'longitude'],
          initial: noPosition,
          read: typedPosition,
          write: (value) => positionOf(typedOf(value)) ?? null,
          check: (value) => checkPosition(value, false),
          render: (field) => <PositionField {...field} kind="franchise" />,
        },
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
    {
      title: 'admin.franchises.settings',
      lead: 'admin.franchises.settingsLead',
      fields: [
        commission,
        {
          kind: 'number',
          name: 'turnaroundMinutes',
          label: 'admin.franchises.turnaround',
          hint: 'admin.franchises.turnaroundHint',
          required: true,
          min: 0,
          max: 10_080,
          unit: 'admin.values.minutes',
          initial: '0',
          visible: ofPlatform,
        },
        minutes('graceMinutes', 'admin.franchises.grace', 0, 1440),
        minutes('holdAutonomMinutes', 'admin.franchises.holdAutonom', 1, 43_200),
        minutes('holdDeliveryMinutes', 'admin.franchises.holdDelivery', 1, 43_200),
      ],
    },
    {
      title: 'admin.franchises.cancellation',
      lead: 'admin.franchises.cancellationLead',
      fields: [
        {
          kind: 'number',
          name: 'fullRefundHours',
          label: 'admin.franchises.fullRefund',
          required: true,
          min: 0,
          max: 8760,
          unit: 'admin.values.hours',
          initial: '48',
          visible: ofPlatform,
        },
        {
          kind: 'number',
          name: 'partialRefundHours',
          label: 'admin.franchises.partialRefund',
          required: true,
          min: 0,
          max: 8760,
          unit: 'admin.values.hours',
          initial: '24',
          visible: ofPlatform,
          check: (value, { fullRefundHours }) =>
            Number(value) > Number(fullRefundHours) ? 'TOO_LARGE' : undefined,
        },
        {
          kind: 'number',
          name: 'partialRefundPercent',
          label: 'admin.franchises.partialPercent',
          required: true,
          min: 0,
          max: 100,
          unit: 'admin.values.percent',
          initial: '50',
          visible: ofPlatform,
        },
      ],
    },
  ],
  bulk: [
    {
      key: 'approve',
      label: 'admin.franchises.approve',
      icon: CircleCheck,
      permission: 'FRANCHISE_UPDATE',
      visible: ofPlatform,
      applies: ({ status }) => status === 'PENDING_APPROVAL',
      run: ({ id, updatedAt }) => change(id, { status: 'ACTIVE', updatedAt }),
    },
  ],
  // Its accounts, motorcycles and places went with it, or kept it.
  restorable: false,
  refusals: { FRANCHISE_CODE_TAKEN: 'code' },
  afterSave: 'record',
  panels: (row) => <FranchisePanels franchise={row} />,
  notice: (row) => <ApprovalNotice franchise={row} onApprove={change} />,
});
