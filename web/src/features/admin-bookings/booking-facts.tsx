import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { HoldClock, useSecondsUntil } from '@/components/hold-clock';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { PickupName } from '@/components/pickup-place';
import { AdminLink } from '@/crud/admin-link';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { BookingTypeCell } from './booking-type-cell';

const linkClass = 'text-majorelle underline-offset-4 hover:underline';

/** A fact with its name, one to a line: `dl` holds these. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="ms-auto min-w-0 break-words text-end">{children}</dd>
    </div>
  );
}

/** A link for who may follow it, else its text. */
function LinkFor({ may, to, children }: { may: boolean; to: string; children: ReactNode }) {
  return may ? (
    <AdminLink to={to} className={linkClass}>
      {children}
    </AdminLink>
  ) : (
    children
  );
}

/** What is rented, when and where. */
export function RidePanel({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const left = useSecondsUntil(booking.holdExpiresAt);
  const mayMotorcycles = useCan('MOTORCYCLE_GET_BY_ID', 'MOTORCYCLE_GET_ALL');
  const mayFranchises = useCan('FRANCHISE_GET_BY_ID', 'FRANCHISE_LIST');
  const { motorcycle, pickupPlace, dropoffPlace, customerLocation, franchise } = booking;
  const delivered = booking.bookingType === 'DELIVERY';
  return (
    <Panel title={t('admin.bookings.ride')}>
      {motorcycle && (
        <div className="mb-2 flex items-center gap-3">
          <MotorcyclePicture images={motorcycle.images} className="w-20 shrink-0" />
          <p className="min-w-0">
            <LinkFor may={mayMotorcycles} to={`/admin/motorcycles/edit/${motorcycle.id}`}>
              <bdi className="font-medium">{`${motorcycle.make} ${motorcycle.model}`}</bdi>
            </LinkFor>
            {motorcycle.registrationNumber && (
              <Code className="block text-sm text-muted">{motorcycle.registrationNumber}</Code>
            )}
          </p>
        </div>
      )}
      <dl className="divide-y divide-line">
        <Fact name={t('admin.bookings.start')}>
          <DateText value={booking.startDatetime} style="instant" />
        </Fact>
        <Fact name={t('admin.bookings.end')}>
          <DateText value={booking.endDatetime} style="instant" />
        </Fact>
        <Fact name={t('admin.bookings.type')}>
          <BookingTypeCell value={booking.bookingType} />
        </Fact>
        <Fact name={t('booking.summary.pickup')}>
          {delivered || !pickupPlace ? (
            customerLocation ? (
              <bdi>{customerLocation}</bdi>
            ) : (
              t('admin.values.empty')
            )
          ) : (
            <PickupName place={pickupPlace} />
          )}
        </Fact>
        {dropoffPlace && booking.dropoffParkingPointId !== booking.pickupParkingPointId && (
          <Fact name={t('booking.summary.dropoff')}>
            <PickupName place={dropoffPlace} />
          </Fact>
        )}
        {franchise && (
          <Fact name={t('admin.fields.franchise')}>
            <LinkFor may={mayFranchises} to={`/admin/franchises/edit/${franchise.id}`}>
              <bdi>{franchise.name}</bdi>
            </LinkFor>
          </Fact>
        )}
        <Fact name={t('admin.bookings.made')}>
          <DateText value={booking.createdAt} style="instant" />
        </Fact>
      </dl>
      {booking.bookingStatus === 'PENDING_PAYMENT' && left > 0 && (
        <HoldClock seconds={left} lead={t('admin.bookings.waitsForPayment')} className="mt-2 text-sm" />
      )}
    </Panel>
  );
}

/** Who rides, and how to reach them. */
export function CustomerPanel({ booking: { user } }: { booking: Booking }) {
  const { t } = useTranslation();
  const mayUsers = useCan('USER_GET_BY_ID', 'USER_LIST');
  if (!user) return null;
  return (
    <Panel title={t('admin.bookings.customer')}>
      <dl className="divide-y divide-line">
        <Fact name={t('admin.fields.name')}>
          <LinkFor may={mayUsers} to={`/admin/users/edit/${user.id}`}>
            <bdi>{`${user.firstName} ${user.lastName}`.trim() || user.email}</bdi>
          </LinkFor>
        </Fact>
        <Fact name={t('admin.bookings.email')}>
          <a href={`mailto:${user.email}`} className={linkClass}>
            <Code>{user.email}</Code>
          </a>
        </Fact>
        <Fact name={t('admin.bookings.phone')}>
          {user.phoneNumber ? (
            <a href={`tel:${user.phoneNumber.replace(/[^+\d]/g, '')}`} className={linkClass}>
              <Code>{user.phoneNumber}</Code>
            </a>
          ) : (
            t('admin.values.empty')
          )}
        </Fact>
      </dl>
      <AdminLink
        to="/admin/bookings"
        search={{ userId: user.id }}
        className="mt-2 inline-block text-sm text-majorelle underline underline-offset-4"
      >
        {t('admin.bookings.theirs')}
      </AdminLink>
    </Panel>
  );
}
