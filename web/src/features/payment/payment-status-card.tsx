import { RefreshCw, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { HoldClock } from '@/components/hold-clock';
import { Money } from '@/components/money';
import { OwedRefund } from '@/components/owed-refund';
import { PaymentStatusBadge } from '@/components/status-badge';
import { formatRate } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Stat } from '@/ui/stat';
import { ContinuePayment } from './continue-payment';

function Details({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  return (
    <dl className="mt-4 grid grid-cols-2 gap-4 text-sm">
      <Stat name={t('payment.status.amount')}>
        <Money amount={payment.amount} currency={payment.currency} className="text-terracotta" />
      </Stat>
      {payment.rate !== null && (
        <Stat name={t('payment.charged.name')}>
          <Money amount={payment.gatewayAmount} currency={payment.gatewayCurrency} />
          <span className="block text-muted">
            {t('payment.charged.rate', {
              unit: `1\u00a0${payment.gatewayCurrency}`,
              rate: formatRate(payment.rate),
            })}
          </span>
        </Stat>
      )}
      <Stat name={t('payment.status.gateway')}>{t(`payment.gateway.${payment.gateway}`)}</Stat>
      {payment.gatewayTransactionId && (
        <Stat name={t('payment.status.transaction')} className="break-all">
          <Code>{payment.gatewayTransactionId}</Code>
        </Stat>
      )}
      {payment.processedAt && (
        <Stat name={t('payment.status.processed')}>
          <DateText value={payment.processedAt} style="instant" />
        </Stat>
      )}
      {payment.refundedAmount > 0 && (
        <Stat name={t('payment.status.refunded')}>
          <Money amount={payment.refundedAmount} currency={payment.currency} />
        </Stat>
      )}
    </dl>
  );
}

/** How a payment stands, and what can be done about it (specification section 2). */
export function PaymentStatusCard({
  payment,
  secondsLeft,
  onRetry,
  onRefetch,
}: {
  /** Null when the booking names a payment that was not found. */
  payment: Payment | null;
  secondsLeft: number;
  /** Present when another payment may be made. */
  onRetry: (() => void) | undefined;
  onRefetch: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const refetch = async () => {
    setAsking(true);
    await onRefetch();
    setAsking(false);
  };
  return (
    <Card as="section" aria-labelledby="payment-status-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="payment-status-title" className="text-xl">
          {t('payment.status.title')}
        </h2>
        {payment && <PaymentStatusBadge status={payment.status} />}
      </div>
      {payment ? <Details payment={payment} /> : <p className="mt-3">{t('payment.status.missing')}</p>}
      {payment?.status === 'FAILED' && (
        <Alert tone="danger" className="mt-4" title={t('payment.status.failed')}>
          <bdi>{payment.failureReason ?? t('payment.status.noReason')}</bdi>
        </Alert>
      )}
      {payment && (
        <div className="mt-4 empty:hidden">
          <OwedRefund payment={payment} />
        </div>
      )}
      {secondsLeft > 0 && <HoldClock seconds={secondsLeft} className="mt-4" />}
      <div className="mt-5 flex flex-wrap gap-3">
        {onRetry && (
          <Button icon={<RotateCcw aria-hidden="true" size={18} />} onClick={onRetry}>
            {t('payment.status.retry')}
          </Button>
        )}
        {payment?.status === 'PROCESSING' && (
          <ContinuePayment payment={payment} variant="secondary" label={t('payment.status.view')} />
        )}
        <Button
          variant="secondary"
          busy={asking}
          icon={<RefreshCw aria-hidden="true" size={18} />}
          onClick={() => void refetch()}
        >
          {t('payment.status.details')}
        </Button>
      </div>
    </Card>
  );
}
