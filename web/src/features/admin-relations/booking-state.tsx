import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Booking, BookingStatus } from '@/api/types';
import { BookingStatusBadge } from '@/components/status-badge';
import { Badge } from '@/ui/badge';

/** How a booking stands, in the words of those who rent out. */
export function StaffBookingStatus({ status }: { status: BookingStatus }) {
  const { t } = useTranslation();
  return <BookingStatusBadge status={status}>{t(`admin.bookingStatus.${status}`)}</BookingStatusBadge>;
}

/** Whether a motorcycle should be back, and is not. */
export function isOverdue({ bookingStatus, endDatetime }: Booking, now = Date.now()): boolean {
  return bookingStatus === 'ACTIVE' && Date.parse(endDatetime) < now;
}

/** How a booking stands, and that the motorcycle is late. */
export function BookingState({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StaffBookingStatus status={booking.bookingStatus} />
      {isOverdue(booking) && (
        <Badge tone="failed" icon={TriangleAlert}>
          {t('admin.bookings.late')}
        </Badge>
      )}
    </span>
  );
}
