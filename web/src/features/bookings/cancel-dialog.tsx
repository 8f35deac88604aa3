import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookingMutations, bookingQueries } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { formatPeriod } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';

function Question({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const { t } = useTranslation();
  const terms = useQuery(bookingQueries.cancellation(booking.id));
  const cancel = useSendOnce(bookingMutations.cancel());
  const { motorcycle } = booking;
  // What an earlier look was told may not be true any more: only the answer to this one is shown.
  const data = terms.isFetching ? undefined : terms.data;
  const confirm = () =>
    data?.allowed &&
    cancel.send(
      { id: booking.id, refundAmount: data.refundAmount },
      {
        onSuccess: () => {
          notify({ tone: 'success', title: t('bookings.cancel.done') });
          onDone();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onDone}
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
          <Button variant="secondary" onClick={onDone}>
            {t('bookings.cancel.keep')}
          </Button>
          <Button variant="danger" busy={cancel.isPending} disabled={!data?.allowed} onClick={confirm}>
            {t('bookings.cancel.confirm')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="mt-4">
        {!data ? (
          terms.isFetching ? (
            <Skeleton className="h-28" />
          ) : (
            <ProblemAlert
              error={terms.error}
              actions={
                <Button size="sm" variant="secondary" onClick={() => void terms.refetch()}>
                  {t('common.retry')}
                </Button>
              }
            />
          )
        ) : !data.allowed ? (
          <Alert tone="warning">{t('bookings.cancel.over')}</Alert>
        ) : (
          <div className="min-h-28 rounded-card bg-sunken p-4">
            {data.paidAmount > 0 ? (
              <>
                <p className="text-sm text-muted">{t('bookings.cancel.refund')}</p>
                <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
                  <Money
                    amount={data.refundAmount}
                    currency={data.currency}
                    className="text-2xl font-semibold text-terracotta"
                  />
                  <span className="text-sm text-muted">
                    {t('bookings.cancel.percent', { percent: data.refundPercent })}
                  </span>
                </p>
                {data.refundAmount > 0 && <p className="mt-2 text-sm">{t('bookings.cancel.when')}</p>}
              </>
            ) : (
              <p>{t('bookings.cancel.unpaid')}</p>
            )}
          </div>
        )}
      </div>
      <ProblemAlert error={cancel.error} className="mt-4" />
    </Dialog>
  );
}

/**
 * Asks before cancelling, with the exact amount that comes back (D10): the server is asked each time, and cancels with
 * exactly what is shown or not at all.
 */
export function CancelDialog({
  booking,
  open,
  onOpenChange,
}: {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return open ? <Question booking={booking} onDone={() => onOpenChange(false)} /> : null;
}
