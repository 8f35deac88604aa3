import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { paymentQueries } from '@/api/queries/payments';
import type { Booking, Payment, Refund } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { problemText } from '@/components/problem-text';
import { PaymentStatusBadge } from '@/components/status-badge';
import { useSendOnce } from '@/components/use-send-once';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { noteText } from '@/features/admin-payments/note-words';
import { Alert } from '@/ui/alert';
import { Badge, type BadgeTone } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { staffBookingMutations, staffBookingQueries } from './queries';
import { RefundDialog } from './refund-dialog';

/** How often to ask about money that is on its way, in milliseconds. */
const pace = 5_000;

const tones: Record<Refund['state'], BadgeTone> = {
  REQUESTED: 'waiting',
  SENT: 'waiting',
  DONE: 'refunded',
  FAILED: 'failed',
};

/** Whether money was ever taken by this payment. */
const captured = ({ status }: Payment) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);

/** Money of the counter goes back over the counter: somebody hands it out, and says so. */
function PayOut({ payment, refund }: { payment: Payment; refund: Refund }) {
  const { t } = useTranslation();
  const payOut = useSendOnce(staffBookingMutations.payOut(payment.id));
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        className="mt-1.5"
        busy={payOut.isPending}
        onClick={() => payOut.send(refund.id)}
      >
        {t('admin.bookings.refund.payOut')}
      </Button>
      {payOut.error && (
        <Alert tone="danger" className="mt-2">
          {problemText(asProblem(payOut.error), t)}
        </Alert>
      )}
    </>
  );
}

function Refunds({ refunds, payment }: { refunds: readonly Refund[]; payment: Payment }) {
  const may = useCan('PAYMENT_REFUND');
  const { t } = useTranslation();
  return (
    <ul className="mt-2 flex flex-col gap-2 border-s-2 border-line ps-3">
      {refunds.map((refund) => {
        const { id, amount, state, createdAt, reason, reasonCode, failureReason } = refund;
        return (
          <li key={id} className="text-sm">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={tones[state]}>{t(`admin.bookings.refund.states.${state}`)}</Badge>
                <span className="text-xs text-muted">
                  <DateText value={createdAt} style="instant" />
                </span>
              </span>
              <Money amount={amount} />
            </p>
            {reason && (
              <p className="mt-0.5 break-words text-muted">
                <bdi>{noteText({ note: reason, noteCode: reasonCode }, t)}</bdi>
              </p>
            )}
            {failureReason && (
              <p className="mt-0.5 break-words text-rose">
                <bdi>{t('admin.payments.notes.GATEWAY_SAYS', { value: failureReason })}</bdi>
              </p>
            )}
            {may && state === 'REQUESTED' && payment.gateway === 'COUNTER' && (
              <PayOut payment={payment} refund={refund} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A payment with what went back of it, and the way to give back more. */
export function PaymentLine({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const may = useCan('PAYMENT_REFUND');
  const [refunding, setRefunding] = useState(false);
  const { data: refunds } = useQuery({
    ...paymentQueries.refunds(payment.id),
    enabled: captured(payment),
    refetchInterval: ({ state }) =>
      state.data?.some((refund) => refund.state === 'REQUESTED' || refund.state === 'SENT') && pace,
  });
  // What neither went back nor was promised to: a refund that failed gave nothing back, and another one may. Unknown until they came.
  const gone = refunds
    ?.filter(({ state }) => state !== 'FAILED')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const left = gone === undefined ? 0 : (Math.round(payment.amount * 100) - gone) / 100;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <PaymentStatusBadge status={payment.status} />
        <Money amount={payment.amount} className="font-medium" />
      </div>
      <p className="mt-1 text-sm text-muted">
        <bdi>{t(`payment.gateway.${payment.gateway}`)}</bdi>
        {' · '}
        <bdi>
          <DateText value={payment.processedAt ?? payment.createdAt} style="instant" />
        </bdi>
      </p>
      {payment.counterMethod && (
        <p className="text-sm text-muted">
          {t(`admin.bookings.counter.methods.${payment.counterMethod}`)}{' '}
          {payment.gatewayOrderId && <Code>{payment.gatewayOrderId}</Code>}
        </p>
      )}
      {payment.failureReason && (
        <p className="mt-1 break-words text-sm text-rose">
          <bdi>{payment.failureReason}</bdi>
        </p>
      )}
      {refunds && refunds.length > 0 && <Refunds refunds={refunds} payment={payment} />}
      {may && left > 0 && (
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          icon={<Undo2 aria-hidden="true" size={17} className="mirror" />}
          onClick={() => setRefunding(true)}
        >
          {t('admin.bookings.refund.action')}
        </Button>
      )}
      {refunding && <RefundDialog payment={payment} left={left} onClose={() => setRefunding(false)} />}
    </li>
  );
}

/** Every payment of a booking with what went back of it. */
export function BookingPayments({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const may = useCan('PAYMENT_GET_ALL');
  const { data, error, refetch } = useQuery({ ...staffBookingQueries.payments(booking.id), enabled: may });
  if (!may) return null;
  return (
    <Panel title={t('admin.sections.payments')}>
      {data ? (
        data.length > 0 ? (
          <ul className="divide-y divide-line">
            {data.map((payment) => (
              <PaymentLine key={payment.id} payment={payment} />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">{t('admin.bookings.noPayment')}</p>
        )
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Panel>
  );
}
