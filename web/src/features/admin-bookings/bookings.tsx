import { api, dataOf, streamOf } from '@/api/client';
import type { Booking, BookingChanges, BookingsQuery } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { PaymentStatusBadge } from '@/components/status-badge';
import { EmptyCell, InstantCell, TextCell } from '@/crud/cells';
import { defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { BookingState } from '@/features/admin-relations/booking-state';
import { motorcycleRelation, userRelation } from '@/features/admin-relations/relations';
import { franchiseFilter } from '@/features/admin-relations/shared-parts';
import { bookingStatuses, paymentStatuses } from '@/features/admin-relations/states';
import { dayFromToday } from '@/i18n/wall-clock';
import { BookingTypeCell } from './booking-type-cell';

/** A person's name as one text. */
function nameOf(user: Booking['user']): string {
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.email : '';
}

/** The rentals of every motorcycle within reach. Their page is one of its own: most of it is no form. */
export const bookings = defineEntity<Booking, never, BookingChanges, BookingsQuery>({
  key: 'bookings',
  texts: {
    title: 'admin.sections.bookings',
    add: 'admin.bookings.add',
    emptyTitle: 'admin.bookings.emptyTitle',
    emptyText: 'admin.bookings.emptyText',
  },
  may: { create: 'BOOKING_MANAGE', update: 'BOOKING_MANAGE' },
  name: ({ reference }) => reference,
  addedApart: true,

  async page(query, signal) {
    const { bookings: rows, pagination } = await dataOf(
      api.GET('/bookings', {
        params: {
          query: {
            ...query,
            includeUser: true,
            includeFranchise: true,
            includeParkingPoints: false,
            includeSupplements: false,
          },
        },
        signal,
      }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    return (await dataOf(api.GET('/bookings/{id}', { params: { path: { id } }, signal }))).booking;
  },
  async change(id, body) {
    return (await dataOf(api.PUT('/bookings/{id}', { params: { path: { id } }, body }))).booking;
  },
  download: (query, signal) =>
    streamOf(api.GET('/bookings/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  columns: [
    {
      key: 'reference',
      label: 'admin.bookings.reference',
      sort: 'reference',
      cell: ({ reference }) => <Code className="whitespace-nowrap">{reference}</Code>,
    },
    {
      key: 'status',
      label: 'admin.fields.status',
      sort: 'bookingStatus',
      cell: (booking) => <BookingState booking={booking} />,
    },
    {
      key: 'start',
      label: 'admin.bookings.start',
      sort: 'startDatetime',
      cell: ({ startDatetime }) => <InstantCell value={startDatetime} />,
    },
    {
      key: 'end',
      label: 'admin.bookings.end',
      spare: true,
      sort: 'endDatetime',
      cell: ({ endDatetime }) => <InstantCell value={endDatetime} />,
    },
    {
      key: 'customer',
      label: 'admin.bookings.customer',
      cell: ({ user }) => <TextCell short>{nameOf(user)}</TextCell>,
    },
    {
      key: 'motorcycle',
      label: 'admin.bookings.motorcycle',
      spare: true,
      cell: ({ motorcycle }) => (
        <TextCell short>{motorcycle && `${motorcycle.make} ${motorcycle.model}`}</TextCell>
      ),
    },
    {
      key: 'plate',
      label: 'admin.bookings.plate',
      hidden: true,
      cell: ({ motorcycle }) =>
        motorcycle?.registrationNumber ? <Code>{motorcycle.registrationNumber}</Code> : <EmptyCell />,
    },
    {
      key: 'payment',
      label: 'admin.bookings.payment',
      spare: true,
      cell: ({ payment }) => (payment ? <PaymentStatusBadge status={payment.status} /> : <EmptyCell />),
    },
    {
      key: 'total',
      label: 'admin.bookings.total',
      sort: 'totalAmount',
      numeric: true,
      cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
    },
    {
      key: 'franchise',
      label: 'admin.fields.franchise',
      visible: ofPlatform,
      hidden: true,
      cell: ({ franchise }) => <TextCell>{franchise?.name}</TextCell>,
    },
    {
      key: 'type',
      label: 'admin.bookings.type',
      sort: 'bookingType',
      hidden: true,
      cell: ({ bookingType }) => <BookingTypeCell value={bookingType} />,
    },
    {
      key: 'created',
      label: 'admin.bookings.made',
      sort: 'createdAt',
      hidden: true,
      cell: ({ createdAt }) => <DateText value={createdAt} style="instant" />,
    },
  ],
  views: [
    {
      key: 'pickUps',
      label: 'admin.bookings.views.pickUps',
      filters: () => ({ status: 'CONFIRMED', startDatetimeBefore: dayFromToday(0) }),
      sort: 'startDatetime',
    },
    {
      key: 'returns',
      label: 'admin.bookings.views.returns',
      filters: () => ({ status: 'ACTIVE', endDatetimeBefore: dayFromToday(0) }),
      sort: 'endDatetime',
    },
    {
      key: 'out',
      label: 'admin.bookings.views.out',
      filters: () => ({ status: 'ACTIVE' }),
      sort: 'endDatetime',
    },
    {
      key: 'toCome',
      label: 'admin.bookings.views.toCome',
      filters: () => ({ status: 'CONFIRMED', startDatetimeAfter: dayFromToday(1) }),
      sort: 'startDatetime',
    },
    {
      key: 'unpaid',
      label: 'admin.bookings.views.unpaid',
      filters: () => ({ status: 'PENDING_PAYMENT' }),
      sort: 'startDatetime',
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'admin.fields.status',
      several: true,
      options: bookingStatuses.map((value) => ({ value, label: `admin.bookingStatus.${value}` })),
    },
    {
      kind: 'choice',
      name: 'paymentStatus',
      several: true,
      label: 'admin.bookings.payment',
      options: paymentStatuses.map((value) => ({ value, label: `status.payment.${value}` })),
    },
    {
      kind: 'dates',
      from: 'startDatetimeAfter',
      to: 'startDatetimeBefore',
      label: 'admin.bookings.start',
      instants: true,
    },
    {
      kind: 'dates',
      from: 'endDatetimeAfter',
      to: 'endDatetimeBefore',
      label: 'admin.bookings.end',
      instants: true,
    },
    { kind: 'relation', name: 'userId', label: 'admin.bookings.customer', relation: userRelation },
    {
      kind: 'relation',
      name: 'motorcycleId',
      label: 'admin.bookings.motorcycle',
      relation: motorcycleRelation,
    },
    franchiseFilter,
    {
      kind: 'dates',
      from: 'createdAfter',
      to: 'createdBefore',
      label: 'admin.bookings.made',
      instants: true,
      rare: true,
    },
    {
      kind: 'dates',
      from: 'cancelledAfter',
      to: 'cancelledBefore',
      label: 'admin.bookings.cancelledAt',
      instants: true,
      rare: true,
    },
    { kind: 'flag', name: 'isLapsed', label: 'admin.bookings.lapsed', rare: true },
  ],
  form: [
    {
      fields: [
        {
          kind: 'textarea',
          name: 'notesByAdmin',
          label: 'admin.bookings.notes.staff',
          hint: 'admin.bookings.notes.staffHint',
          max: 1000,
          rows: 3,
        },
      ],
    },
  ],
  afterSave: 'record',
});
