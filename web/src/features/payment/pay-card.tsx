import { CreditCard, Lock, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { HoldClock } from '@/components/hold-clock';
import { Money } from '@/components/money';
import { formatMoney } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Stat } from '@/ui/stat';
import type { usePay } from './use-pay';

/** Amount, who is paid, how, and what happens next (specification section 2). */
export function PayCard({
  booking,
  secondsLeft,
  pay: { pay, busy, failure },
}: {
  booking: Booking;
  secondsLeft: number;
  pay: ReturnType<typeof usePay>;
}) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);
  return (
    <Card as="section" aria-labelledby="pay-title">
      <h2 id="pay-title" className="text-xl">
        {t('payment.pay.title')}
      </h2>
      {secondsLeft > 0 && <HoldClock seconds={secondsLeft} className="mt-2" />}
      <p className="mt-5">
        <Money
          amount={booking.totalAmount}
          currency={booking.currency}
          className="text-4xl font-semibold text-terracotta"
        />
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-4 text-sm">
        <Stat name={t('payment.pay.currency')}>
          <Code>{booking.currency}</Code>
        </Stat>
        <Stat name={t('bookings.reference')}>
          <Code>{booking.reference}</Code>
        </Stat>
      </dl>
      <div className="mt-5 flex items-center gap-4 rounded-card border border-majorelle p-4 ring-1 ring-majorelle">
        <CreditCard aria-hidden="true" size={26} className="shrink-0 text-majorelle" />
        <div className="min-w-0 grow">
          <p className="font-medium">{t('payment.gateway.PAYZONE')}</p>
          <p className="text-sm text-muted">{t('payment.pay.method')}</p>
        </div>
        <Badge tone="confirmed" className="max-sm:hidden">
          {t('payment.pay.recommended')}
        </Badge>
      </div>
      <p className="mt-4 flex items-start gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-mint" />
        {t('payment.pay.secure')}
      </p>
      {failure && (
        <Alert ref={alert} tone="danger" className="mt-4" title={t('payment.createFailed')}>
          {failure}
        </Alert>
      )}
      <Button
        size="lg"
        wide
        className="mt-5"
        busy={busy}
        icon={<Lock aria-hidden="true" size={19} />}
        onClick={() => void pay()}
      >
        {t('payment.pay.proceed', { price: formatMoney(booking.totalAmount, booking.currency) })}
      </Button>
      <p className="mt-3 text-center text-xs text-muted">{t('payment.pay.next')}</p>
    </Card>
  );
}
