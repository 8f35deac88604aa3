import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { HoldClock, useSecondsUntil } from '@/components/hold-clock';
import { RefundState } from '@/components/refund-state';
import { formatDate, formatMoney } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { buttonClass } from '@/ui/button';

/** What a booking asks of the person now, in a sentence. */
export function NextStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsUntil(booking.holdExpiresAt);
  switch (booking.bookingStatus) {
    case 'PENDING_PAYMENT': {
      const over = booking.holdExpiresAt !== null && secondsLeft === 0;
      return (
        <Alert
          tone="warning"
          title={over ? t('payment.over.title') : t('bookings.step.pay')}
          actions={
            !over && (
              <Link
                to="/booking/payment/$bookingId"
                params={{ bookingId: booking.id }}
                className={buttonClass({ size: 'sm' })}
              >
                {t('bookings.step.payButton', {
                  price: formatMoney(booking.totalAmount, booking.currency),
                })}
              </Link>
            )
          }
        >
          {over ? t('payment.over.text') : <HoldClock seconds={secondsLeft} />}
        </Alert>
      );
    }
    case 'CONFIRMED':
      return (
        <Alert tone="success" title={t('bookings.step.ready')}>
          {booking.bookingType === 'DELIVERY'
            ? t('bookings.step.readyDelivery', { moment: formatDate(booking.startDatetime, 'moment') })
            : t('bookings.step.readyPickup', { moment: formatDate(booking.startDatetime, 'moment') })}
        </Alert>
      );
    case 'ACTIVE':
      return (
        <Alert tone="info" title={t('bookings.step.riding')}>
          {t('bookings.step.ridingText', { moment: formatDate(booking.endDatetime, 'moment') })}
        </Alert>
      );
    case 'COMPLETED':
      return <Alert tone="info" title={t('bookings.step.done')} />;
    case 'CANCELLED_BY_USER':
    case 'CANCELLED_BY_ADMIN':
      return (
        <Alert tone="danger" title={t('payment.ended.title')}>
          <p>
            {booking.bookingStatus === 'CANCELLED_BY_USER'
              ? t('payment.ended.byYou')
              : t('payment.ended.byUs')}
          </p>
          <RefundState booking={booking} />
        </Alert>
      );
  }
}
