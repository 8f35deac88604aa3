import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { MoveForm } from './move-form';

/** Takes a booking of one's own to other dates. */
export function MoveDialog({
  booking,
  open,
  onOpenChange,
}: {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const riding = booking.bookingStatus === 'ACTIVE';
  if (!open) return null;
  return (
    <MoveForm
      booking={booking}
      words={{
        title: t('bookings.move.title'),
        lead: t(riding ? 'bookings.move.started' : 'bookings.move.lead'),
        choose: t('bookings.move.choose'),
        taken: t('bookings.move.takenText'),
        refund: t('bookings.move.refund'),
        dearer: (price) => t(riding ? 'bookings.move.dearerRiding' : 'bookings.move.dearer', { price }),
        done: t('bookings.move.done'),
      }}
      notes={({ allowed, amountDue, difference, refundAmount }) => (
        <>
          {refundAmount > 0 && <p className="mt-2 text-sm">{t('bookings.cancel.when')}</p>}
          {/* The server says what goes back; less than the difference is what the ladder keeps. */}
          {allowed && amountDue === 0 && difference < 0 && refundAmount < -difference && (
            <p className="mt-2 text-sm">{t('bookings.move.late')}</p>
          )}
        </>
      )}
      onDone={() => onOpenChange(false)}
    />
  );
}
