import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Booking } from '@/api/types';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { isOvertaken, Overtaken } from './overtaken';
import { staffBookingMutations } from './queries';

/** Confirms a booking that nobody paid here (D5): the motorcycle is kept, no money is recorded. */
export function ConfirmBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  const confirm = useSendOnce(staffBookingMutations.change(booking.id));
  const overtaken = isOvertaken(booking, 'CONFIRM', confirm);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('admin.bookings.confirm.title')}
      description={t('admin.bookings.confirm.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('admin.bookings.keep')}
          </Button>
          <Button
            busy={confirm.isPending}
            disabled={overtaken}
            onClick={() =>
              confirm.send(
                { bookingStatus: 'CONFIRMED', updatedAt: booking.updatedAt },
                {
                  onSuccess: () => {
                    notify({ tone: 'success', title: t('admin.bookings.confirm.done') });
                    onClose();
                  },
                },
              )
            }
          >
            {t('admin.bookings.actions.confirm')}
          </Button>
        </>
      }
    >
      {overtaken ? (
        <Overtaken booking={booking} />
      ) : (
        confirm.error && <Alert tone="danger">{problemText(asProblem(confirm.error), t)}</Alert>
      )}
    </Dialog>
  );
}
