import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { bookingMutations } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { formatPeriod } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

/** Asks before cancelling, with the exact amount that comes back (D10). */
export function CancelDialog({
  booking,
  open,
  onOpenChange,
}: {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const cancel = useMutation(bookingMutations.cancel());
  const { cancellation, motorcycle, currency } = booking;
  const paid = booking.payment?.status === 'COMPLETED';
  const confirm = () =>
    cancel.mutate(booking.id, {
      onSuccess: () => {
        notify({ tone: 'success', title: t('bookings.cancel.done') });
        onOpenChange(false);
      },
    });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.cancel.title')}
      closeLabel={t('common.close')}
      description={
        <>
          <bdi className="font-medium text-ink">
            {motorcycle ? `${motorcycle.make} ${motorcycle.model}` : booking.reference}
          </bdi>
          <br />
          {formatPeriod(booking.startDatetime, booking.endDatetime, 'moment')}
        </>
      }
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('bookings.cancel.keep')}
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={confirm}>
            {t('bookings.cancel.confirm')}
          </Button>
        </>
      }
    >
      <div className="mt-4 rounded-card bg-sunken p-4">
        {paid && cancellation ? (
          <>
            <p className="text-sm text-muted">{t('bookings.cancel.refund')}</p>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
              <Money
                amount={cancellation.refundAmount}
                currency={currency}
                className="text-2xl font-semibold text-terracotta"
              />
              <span className="text-sm text-muted">
                {t('bookings.cancel.percent', { percent: cancellation.refundPercent })}
              </span>
            </p>
            {cancellation.refundAmount > 0 && <p className="mt-2 text-sm">{t('bookings.cancel.when')}</p>}
          </>
        ) : (
          <p>{t('bookings.cancel.unpaid')}</p>
        )}
      </div>
      {cancel.error && (
        <Alert tone="danger" className="mt-4">
          {problemText(asProblem(cancel.error), t)}
        </Alert>
      )}
    </Dialog>
  );
}
