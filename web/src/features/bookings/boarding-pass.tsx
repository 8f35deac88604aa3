import { Link } from '@tanstack/react-router';
import { ArrowRight, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { DirectionsLink } from '@/components/directions-link';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { PickupName, pickupAddress } from '@/components/pickup-place';
import { BookingStatusBadge } from '@/components/status-badge';
import { formatDate, formatPeriod } from '@/i18n/format';
import { buttonClass } from '@/ui/button';
import { daysUntil, isToCome } from './ride-time';

function Countdown({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  if (booking.bookingStatus === 'ACTIVE') {
    return t('bookings.next.returnBy', { moment: formatDate(booking.endDatetime, 'moment') });
  }
  if (!isToCome(booking)) return formatPeriod(booking.startDatetime, booking.endDatetime);
  const days = daysUntil(booking.startDatetime);
  if (days <= 0) return t('bookings.next.today');
  return days === 1 ? t('bookings.next.tomorrow') : t('bookings.next.inDays', { count: days });
}

function Moment({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures">
        <span className="block text-2xl font-semibold">
          <DateText value={value} style="time" />
        </span>
        <span className="text-sm">
          <DateText value={value} style="day" />
        </span>
      </dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

/**
 * A ride like a boarding pass: place, time, plate, the way there; its stub holds what is read out. `linked` is for
 * lists: it says how the booking stands and leads to its page.
 */
export function BoardingPass({ booking, linked = true }: { booking: Booking; linked?: boolean }) {
  const { t } = useTranslation();
  const { motorcycle, customerLocation } = booking;
  // What is delivered comes to the person: the way there is theirs already.
  const pickupPlace = booking.bookingType === 'DELIVERY' ? null : booking.pickupPlace;
  const address = pickupPlace && pickupAddress(pickupPlace);
  const plate = motorcycle?.registrationNumber;
  return (
    <article
      data-card=""
      className="relative grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface shadow-soft md:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-lg font-semibold text-terracotta">
            <Countdown booking={booking} />
          </p>
          {linked && <BookingStatusBadge status={booking.bookingStatus} />}
        </div>
        <dl className="mt-5 grid grid-cols-[auto_1fr_auto] items-center gap-4 sm:gap-6">
          <Moment label={t('booking.summary.start')} value={booking.startDatetime} />
          <div aria-hidden="true" className="flex items-center gap-2 text-muted">
            <span className="grow border-t-2 border-dashed border-saffron-fill" />
            <ArrowRight size={18} className="mirror shrink-0" />
          </div>
          <Moment label={t('booking.summary.end')} value={booking.endDatetime} />
        </dl>
        {(pickupPlace || customerLocation) && (
          <div className="mt-5 flex items-start gap-3 border-t border-line pt-5">
            <MapPin aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-majorelle" />
            <div className="min-w-0 grow">
              <p className="font-medium">
                <span className="sr-only">{t('booking.summary.pickup')} </span>
                {pickupPlace ? <PickupName place={pickupPlace} /> : <bdi>{customerLocation}</bdi>}
              </p>
              {address && (
                <p className="text-sm text-muted">
                  <bdi>{address}</bdi>
                </p>
              )}
              {pickupPlace?.instructions && (
                <p className="mt-1 text-sm">
                  <bdi>{pickupPlace.instructions}</bdi>
                </p>
              )}
              <div className="mt-3 flex flex-wrap gap-3">
                {pickupPlace && (
                  <DirectionsLink latitude={pickupPlace.latitude} longitude={pickupPlace.longitude} />
                )}
                {linked && (
                  <Link
                    to="/booking/$bookingId"
                    params={{ bookingId: booking.id }}
                    className={buttonClass({ variant: 'quiet', size: 'sm' })}
                  >
                    {t('bookings.open')}
                  </Link>
                )}
              </div>
            </div>
          </div>
        )}
      </div>
      <div className="flex flex-col gap-4 border-dashed border-saffron-fill bg-sunken/60 p-5 max-md:border-t-2 sm:p-6 md:border-s-2">
        {motorcycle && <MotorcyclePicture images={motorcycle.images} className="max-md:hidden" />}
        <p className="text-lg font-semibold">
          <bdi>{motorcycle ? `${motorcycle.make} ${motorcycle.model}` : booking.reference}</bdi>
        </p>
        <dl className="grid grid-cols-2 gap-4 md:grid-cols-1">
          {(plate || isToCome(booking)) && (
            <Fact label={t('bookings.plate')}>
              {plate ? (
                <Code>{plate}</Code>
              ) : (
                <span className="text-sm font-normal text-muted">{t('bookings.plateLater')}</span>
              )}
            </Fact>
          )}
          <Fact label={t('bookings.reference')}>
            <Code>{booking.reference}</Code>
          </Fact>
        </dl>
      </div>
    </article>
  );
}
