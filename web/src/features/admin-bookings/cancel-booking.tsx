import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { formatPeriod } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { staffBookingMutations } from './queries';

/** Asks before a booking is cancelled, with exactly what goes back and by which rule (D10). */
export function CancelBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  const terms = useQuery(bookingQueries.cancellation(booking.id));
  const cancel = useSendOnce(staffBookingMutations.cancel(booking.id));
  const { data } = terms;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('admin.bookings.cancel.title', { reference: booking.reference })}
      description={formatPeriod(booking.startDatetime, booking.endDatetime, 'moment')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('admin.bookings.keep')}
          </Button>
          <Button
            variant="danger"
            busy={cancel.isPending}
            disabled={!data?.allowed || terms.isFetching}
            onClick={() =>
              data &&
              cancel.send(data.refundAmount, {
                onSuccess: () => {
                  notify({ tone: 'success', title: t('admin.bookings.cancel.done') });
                  onClose();
                },
                onError: () => void terms.refetch(),
              })
            }
          >
            {t('admin.bookings.actions.cancel')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="mt-4">
        {data && !data.allowed ? (
          <Alert tone="warning">{t('admin.bookings.cancel.over')}</Alert>
        ) : data ? (
          <div className="rounded-card bg-sunken p-4">
            {data.paidAmount > 0 ? (
              <>
                <p className="text-sm text-muted">{t('admin.bookings.cancel.refund')}</p>
                <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
                  <Money
                    amount={data.refundAmount}
                    currency={data.currency}
                    className="text-2xl font-semibold text-terracotta"
                  />
                  <span className="text-sm text-muted">
                    {t('admin.bookings.cancel.percent', { percent: data.refundPercent })}
                  </span>
                </p>
                <p className="mt-2 text-sm">
                  {t('admin.bookings.cancel.policy', {
                    full: data.policy.fullRefundHours,
                    partial: data.policy.partialRefundHours,
                    percent: data.policy.partialRefundPercent,
                  })}
                </p>
              </>
            ) : (
              <p>{t('admin.bookings.cancel.unpaid')}</p>
            )}
          </div>
        ) : terms.error ? (
          <FailureState heading="h3" error={terms.error} onRetry={() => void terms.refetch()} />
        ) : (
          <Skeleton className="h-28" />
        )}
      </div>
      <p className="mt-3 text-sm text-muted">{t('admin.bookings.cancel.told')}</p>
      <ProblemAlert error={cancel.error} className="mt-4" />
    </Dialog>
  );
}
