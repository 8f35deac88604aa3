import type { ParseKeys } from 'i18next';
import { editPath, type Field, type Row } from '@/crud/entity';
import { bookings } from '@/features/admin-bookings/bookings';
import { features } from '@/features/admin-features/features';
import { franchises } from '@/features/admin-franchises/franchises';
import { motorcycles } from '@/features/admin-motorcycles/motorcycles';
import { parkingPoints } from '@/features/admin-parking-points/parking-points';
import { motorcycleRelation, parkingPointRelation } from '@/features/admin-relations/relations';
import { supplements } from '@/features/admin-supplements/supplements';
import { people } from '@/features/admin-users/people';

/** What the log tells of, by the API's names. */
export const auditEntities = [
  'booking',
  'payment',
  'motorcycle',
  'motorcycle-image',
  'motorcycle-feature',
  'availability-block',
  'lock-access',
  'parking-point',
  'supplement',
  'franchise',
  'user',
  'document',
  'media',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

export const isNamedEntity = (entity: string): entity is AuditEntity =>
  auditEntities.some((one) => one === entity);

/** What was done, by the end of the permission that allowed it; the longer ends first. */
const verbs = [
  ['IDENTITY_CHECK', 'identityCheck'],
  ['SESSION_MANAGE', 'endSessions'],
  ['SESSION_REVOKE', 'endSessions'],
  ['CHANGE_EMAIL', 'changeEmail'],
  ['CHANGE_PASSWORD', 'changePassword'],
  ['DATA_DOWNLOAD', 'download'],
  ['LOCK_CODE_GET', 'readCode'],
  ['LOCK_ACCESS_CREATE', 'openLock'],
  ['DEVICE_ACTIVATE', 'activateLock'],
  ['DEVICE_DEACTIVATE', 'deactivateLock'],
  ['FEATURE_ASSIGN', 'assign'],
  ['FEATURE_UNASSIGN', 'unassign'],
  ['IMAGE_CREATE', 'addImage'],
  ['IMAGE_DELETE', 'deleteImage'],
  ['PAYMENT_TAKE', 'takePayment'],
  ['GET_BY_ID', 'open'],
  ['_LINK', 'open'],
  ['_CREATE', 'create'],
  ['_UPLOAD', 'upload'],
  ['_UPDATE', 'update'],
  ['_MANAGE', 'update'],
  ['_DELETE', 'delete'],
  ['_CANCEL', 'cancel'],
  ['_MOVE', 'move'],
  ['_REFUND', 'refund'],
  ['_BLOCK', 'block'],
] as const;
export type AuditVerb = (typeof verbs)[number][1];

/** What was done, or undefined for what has no word here. */
export function verbOf(action: string): AuditVerb | undefined {
  return verbs.find(([end]) => action.endsWith(end))?.[1];
}

/** An entity with what it takes to name the fields of its records. */
interface Named {
  readonly key: string;
  // Only what every field has is read of it, whatever its records are.
  readonly form: ReadonlyArray<{ readonly fields: ReadonlyArray<Field<never>> }>;
}

const described: Partial<Record<string, Named>> = {
  booking: bookings,
  motorcycle: motorcycles,
  'motorcycle-feature': features,
  'parking-point': parkingPoints,
  supplement: supplements,
  franchise: franchises,
  user: people,
};

/** Where the record is that an entry tells of; undefined when it has no page. */
export function recordPath(entity: string, id: string): string | undefined {
  if (entity === 'payment') return `/admin/payments/${id}`;
  const named = described[entity];
  return named && editPath(named, id);
}

/** What a field is called and how its values are shown. */
export type AuditField = Field<Row>;

const of = (name: string, label: ParseKeys, kind: 'text' | 'date' | 'money' = 'text'): AuditField => ({
  kind,
  name,
  label,
});

/** Fields that no form has. */
const others: readonly AuditField[] = [
  of('startDatetime', 'admin.audit.fields.start'),
  of('endDatetime', 'admin.audit.fields.end'),
  of('notesByCustomer', 'admin.bookings.notes.customer'),
  of('totalAmount', 'admin.bookings.total', 'money'),
  of('baseRentalPrice', 'admin.audit.fields.rental', 'money'),
  of('supplementsTotalPrice', 'admin.sections.supplements', 'money'),
  of('refundAmount', 'admin.bookings.refund.amount', 'money'),
  of('amount', 'admin.bookings.refund.amount', 'money'),
  of('days', 'admin.audit.fields.days'),
  of('note', 'admin.bookings.handover.notes'),
  of('notes', 'admin.bookings.handover.notes'),
  of('reason', 'admin.bookings.refund.reason'),
  of('status', 'admin.fields.status'),
  of('name', 'admin.fields.name'),
  of('description', 'admin.fields.description'),
  of('validUntil', 'admin.audit.fields.validUntil'),
  of('odometerKm', 'admin.bookings.handover.odometer'),
  of('fuelPercent', 'admin.bookings.handover.fuel'),
  {
    kind: 'relation',
    name: 'pickupParkingPointId',
    label: 'admin.audit.fields.pickup',
    relation: parkingPointRelation,
  },
  {
    kind: 'relation',
    name: 'dropoffParkingPointId',
    label: 'admin.audit.fields.dropoff',
    relation: parkingPointRelation,
  },
  {
    kind: 'relation',
    name: 'motorcycleId',
    label: 'admin.bookings.motorcycle',
    relation: motorcycleRelation,
  },
];

const bookingStatus: AuditField = {
  kind: 'select',
  name: 'bookingStatus',
  label: 'admin.fields.status',
  options: bookings.filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.name === 'status' ? filter.options : [],
  ),
};

const paymentStatus: AuditField = {
  kind: 'select',
  name: 'status',
  label: 'admin.fields.status',
  options: bookings.filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.name === 'paymentStatus' ? filter.options : [],
  ),
};

/** How a field of an entity is named and shown; undefined for one that has no name here. */
export function fieldOf(entity: string, name: string): AuditField | undefined {
  if (name === 'bookingStatus') return bookingStatus;
  if (name === 'status' && entity === 'payment') return paymentStatus;
  const fields = described[entity]?.form.flatMap((group) => group.fields) ?? [];
  const own = fields.find((field) => field.name === name);
  return (own as AuditField | undefined) ?? others.find((field) => field.name === name);
}
