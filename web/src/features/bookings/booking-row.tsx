import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { PeriodText } from '@/components/date-text';
import { HoldClock, useSecondsUntil } from '@/components/hold-clock';
import { Money } from '@/components/money';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { PickupName } from '@/components/pickup-place';
import { RefundState } from '@/components/refund-state';
import { BookingStatusBadge } from '@/components/status-badge';
import { formatMoney } from '@/i18n/format';
import { Button, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { CancelDialog } from './cancel-dialog';

/** One booking in a list: what, when, how much, how it stands, and the next step. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const [cancelling, setCancelling] = useState(false);
  const secondsLeft = useSecondsUntil(booking.holdExpiresAt);
  const { motorcycle } = booking;
  const owed = booking.payment?.owedAmount ?? 0;
  const unpaid = booking.bookingStatus === 'PENDING_PAYMENT';
  const payable = unpaid && (booking.holdExpiresAt === null || secondsLeft > 0);
  const name = motorcycle ? `${motorcycle.make} ${motorcycle.model}` : booking.reference;
  return (
    <Card as="li" pad={false} className="p-4 sm:p-5">
      <div className="flex flex-wrap gap-x-4 gap-y-3 sm:gap-x-5">
        {motorcycle && (
          <MotorcyclePicture images={motorcycle.images} className="w-24 shrink-0 self-start sm:w-32" />
        )}
        <div className="min-w-0 grow basis-44">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
            <h3 className="text-lg">
              <Link
                to="/booking/$bookingId"
                params={{ bookingId: booking.id }}
                className="underline-offset-4 hover:text-majorelle hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
            </h3>
            <BookingStatusBadge status={booking.bookingStatus} />
          </div>
          <p className="figures mt-0.5">
            <PeriodText start={booking.startDatetime} end={booking.endDatetime} style="medium" />
          </p>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
            <Money
              amount={booking.totalAmount}
              currency={booking.currency}
              className="text-base font-medium text-terracotta"
            />
            <Code>{booking.reference}</Code>
            {booking.bookingType === 'DELIVERY' ? (
              <bdi>{booking.customerLocation}</bdi>
            ) : (
              booking.pickupPlace && <PickupName place={booking.pickupPlace} />
            )}
          </p>
          <div className="mt-1 text-sm empty:hidden">
            <RefundState booking={booking} />
            {owed > 0 && (
              <p className="font-medium text-saffron">
                {t('payment.owed.title', { amount: formatMoney(owed, booking.currency) })}
              </p>
            )}
          </div>
        </div>
      </div>
      {(payable || booking.cancellation?.allowed) && (
        <div className="no-print mt-4 flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
          {payable && secondsLeft > 0 && (
            <HoldClock seconds={secondsLeft} className="text-sm max-sm:w-full sm:me-auto" />
          )}
          {booking.cancellation?.allowed && (
            <Button variant="quiet" size="sm" onClick={() => setCancelling(true)}>
              {t('bookings.cancel.action')}
              <span className="sr-only">{name}</span>
            </Button>
          )}
          {payable && (
            <Link
              to="/booking/payment/$bookingId"
              params={{ bookingId: booking.id }}
              className={buttonClass({ size: 'sm' })}
            >
              {t('bookings.pay')}
              <span className="sr-only">{name}</span>
            </Link>
          )}
        </div>
      )}
      <CancelDialog booking={booking} open={cancelling} onOpenChange={setCancelling} />
    </Card>
  );
}
