import { useTranslation } from 'react-i18next';
import type { Booking, BookingStep } from '@/api/types';
import { BookingState } from '@/features/admin-relations/booking-state';
import { Alert } from '@/ui/alert';

/** Whether a step that somebody is about to take cannot be taken any more, since others work on the same booking. */
export function isOvertaken(
  { nextSteps }: Booking,
  step: BookingStep,
  { isPending, isSuccess }: { readonly isPending: boolean; readonly isSuccess: boolean },
): boolean {
  return !isPending && !isSuccess && !nextSteps?.includes(step);
}

/** That it is so, and how the booking stands instead. */
export function Overtaken({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('admin.bookings.overtaken.title')}>
      <p className="mb-2">{t('admin.bookings.overtaken.text')}</p>
      <BookingState booking={booking} />
    </Alert>
  );
}
