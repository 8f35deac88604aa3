import type { ParseKeys } from 'i18next';
import type { Permission } from '@/api/types';
import { editPath, type Field, type Row } from '@/crud/entity';
import { bookings } from '@/features/admin-bookings/bookings';
import { isKnownLetter } from '@/features/admin-bookings/timeline-words';
import { features } from '@/features/admin-features/features';
import { franchises } from '@/features/admin-franchises/franchises';
import { motorcycles } from '@/features/admin-motorcycles/motorcycles';
import { parkingPoints } from '@/features/admin-parking-points/parking-points';
import { accounts, facts } from '@/features/admin-payments/books-words';
import {
  featureRelation,
  motorcycleRelation,
  parkingPointRelation,
} from '@/features/admin-relations/relations';
import { blockReasons, cardReasons, cardStates } from '@/features/admin-relations/states';
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
  ['NOTICE_CHOOSE', 'chooseLetters'],
  ['LOCK_CODE_GET', 'readCode'],
  ['LOCK_ACCESS_CREATE', 'openLock'],
  ['DEVICE_ACTIVATE', 'activateLock'],
  ['DEVICE_DEACTIVATE', 'deactivateLock'],
  ['FEATURE_ASSIGN', 'assign'],
  ['FEATURE_UNASSIGN', 'unassign'],
  ['IMAGE_CREATE', 'addImage'],
  ['IMAGE_DELETE', 'deleteImage'],
  ['PAYMENT_TAKE', 'takePayment'],
  ['PAYMENT_CORRECT', 'correctPayment'],
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

/** The same in the order in which they are offered. */
export const auditVerbs = [
  'create',
  'update',
  'delete',
  'upload',
  'open',
  'cancel',
  'move',
  'takePayment',
  'correctPayment',
  'refund',
  'block',
  'identityCheck',
  'endSessions',
  'changeEmail',
  'changePassword',
  'download',
  'chooseLetters',
  'assign',
  'unassign',
  'addImage',
  'deleteImage',
  'activateLock',
  'deactivateLock',
  'openLock',
  'readCode',
] as const satisfies readonly AuditVerb[];

/** The permissions that deeds are recorded under. */
export const auditActions = [
  'AVAILABILITY_BLOCK_CREATE',
  'AVAILABILITY_BLOCK_DELETE',
  'AVAILABILITY_BLOCK_UPDATE',
  'BOOKING_CANCEL',
  'BOOKING_CREATE',
  'BOOKING_GET_BY_ID',
  'BOOKING_MANAGE',
  'BOOKING_MOVE',
  'BOOKING_UPDATE',
  'FRANCHISE_CREATE',
  'FRANCHISE_DELETE',
  'FRANCHISE_GET_BY_ID',
  'FRANCHISE_UPDATE',
  'LOCK_ACCESS_CREATE',
  'LOCK_CODE_GET',
  'MEDIA_DELETE',
  'MEDIA_LINK',
  'MEDIA_UPLOAD',
  'MOTORCYCLE_CREATE',
  'MOTORCYCLE_DELETE',
  'MOTORCYCLE_DEVICE_ACTIVATE',
  'MOTORCYCLE_DEVICE_DEACTIVATE',
  'MOTORCYCLE_FEATURE_ASSIGN',
  'MOTORCYCLE_FEATURE_CREATE',
  'MOTORCYCLE_FEATURE_DELETE',
  'MOTORCYCLE_FEATURE_GET_BY_ID',
  'MOTORCYCLE_FEATURE_UNASSIGN',
  'MOTORCYCLE_FEATURE_UPDATE',
  'MOTORCYCLE_GET_BY_ID',
  'MOTORCYCLE_IMAGE_CREATE',
  'MOTORCYCLE_IMAGE_DELETE',
  'MOTORCYCLE_UPDATE',
  'NOTICE_CHOOSE',
  'PARKING_POINT_CREATE',
  'PARKING_POINT_DELETE',
  'PARKING_POINT_GET_BY_ID',
  'PARKING_POINT_UPDATE',
  'PAYMENT_CORRECT',
  'PAYMENT_CREATE',
  'PAYMENT_GET_BY_ID',
  'PAYMENT_REFUND',
  'PAYMENT_TAKE',
  'PAYMENT_UPDATE',
  'SESSION_REVOKE',
  'SUPPLEMENT_CREATE',
  'SUPPLEMENT_DELETE',
  'SUPPLEMENT_GET_BY_ID',
  'SUPPLEMENT_UPDATE',
  'USER_BLOCK',
  'USER_CHANGE_EMAIL',
  'USER_CHANGE_PASSWORD',
  'USER_CREATE',
  'USER_DATA_DOWNLOAD',
  'USER_DELETE',
  'USER_GET_BY_ID',
  'USER_IDENTITY_CHECK',
  'USER_SESSION_MANAGE',
  'USER_UPDATE',
] as const satisfies readonly Permission[];

/** What was done, or undefined for what has no word here. */
export function verbOf(action: string): AuditVerb | undefined {
  return verbs.find(([end]) => action.endsWith(end))?.[1];
}

/** The permissions that deeds in these words were done by. */
export function actionsOf(verbs: readonly string[]): Permission[] {
  return auditActions.filter((action) => verbs.includes(verbOf(action) ?? ''));
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

const of = (name: string, label: ParseKeys, kind: 'text' | 'checkbox' | 'money' = 'text'): AuditField => ({
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
  of('paidOut', 'admin.bookings.refund.amount', 'money'),
  of('receiptNumber', 'admin.bookings.counter.receipt'),
  {
    kind: 'select',
    name: 'method',
    label: 'admin.bookings.counter.method',
    options: (['CASH', 'CARD_TERMINAL'] as const).map((value) => ({
      value,
      label: `admin.bookings.counter.methods.${value}`,
    })),
  },
  {
    kind: 'select',
    name: 'corrects',
    label: 'admin.audit.fields.corrects',
    options: facts.map((value) => ({ value, label: `admin.payments.books.facts.${value}` })),
  },
  ...accounts.map((account) => of(account, `admin.payments.books.accounts.${account}`, 'money')),
  of('latitude', 'admin.position.latitude'),
  of('longitude', 'admin.position.longitude'),
  of('smartLockDeviceId', 'admin.motorcycles.lock.device'),
  of('smartLockActive', 'admin.motorcycles.lock.title'),
  of('altText', 'admin.audit.fields.altText'),
  of('isPrimary', 'admin.motorcycles.pictures.primary'),
  of('imageIds', 'admin.motorcycles.pictures.title'),
  of('filename', 'admin.audit.entities.media'),
  of('opened', 'admin.audit.fields.opened'),
  of('link', 'admin.audit.fields.validUntil'),
  of('permissions', 'admin.audit.fields.permissions'),
  of('blockedAt', 'admin.users.block.blocked'),
  of('blockedReason', 'admin.bookings.refund.reason'),
  of('identityCardFront', 'admin.users.card.front'),
  of('identityCardCover', 'admin.users.card.back'),
  of('identityCardNote', 'admin.users.card.note'),
  {
    kind: 'select',
    name: 'identityCardState',
    label: 'admin.users.card.title',
    options: cardStates.map((value) => ({ value, label: `admin.users.card.${value}` })),
  },
  {
    kind: 'select',
    name: 'identityCardReason',
    label: 'admin.users.card.why',
    options: cardReasons.map((value) => ({ value, label: `admin.users.card.reason.${value}` })),
  },
  { kind: 'relation', name: 'featureId', label: 'admin.sections.features', relation: featureRelation },
  { kind: 'relation', name: 'featureIds', label: 'admin.sections.features', relation: featureRelation },
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

const blockReason: AuditField = {
  kind: 'select',
  name: 'reason',
  label: 'admin.bookings.refund.reason',
  options: blockReasons.map((value) => ({ value, label: `admin.motorcycles.reason.${value}` })),
};

/** Of forms whose own control shows them, and how they are shown here. */
const apart = new Map(others.filter(({ name }) => name === 'featureIds').map((field) => [field.name, field]));

/** How a field of an entity is named and shown; undefined for one that has no name here. */
export function fieldOf(entity: string, name: string): AuditField | undefined {
  if (name === 'bookingStatus') return bookingStatus;
  if (name === 'status' && entity === 'payment') return paymentStatus;
  if (name === 'reason' && entity === 'availability-block') return blockReason;
  if (isKnownLetter(name)) return of(name, `admin.letters.${name}`, 'checkbox');
  if (apart.has(name)) return apart.get(name);
  const fields = described[entity]?.form.flatMap((group) => group.fields) ?? [];
  const own = fields.find((field) => field.name === name);
  return (own as AuditField | undefined) ?? others.find((field) => field.name === name);
}
