import { Lock, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking, Gateway } from '@/api/types';
import { Code } from '@/components/code';
import { HoldClock } from '@/components/hold-clock';
import { Money } from '@/components/money';
import { ProblemAlert } from '@/components/problem-alert';
import { formatMoney } from '@/i18n/format';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Stat } from '@/ui/stat';
import { ChargedNote } from './charged-note';
import { GatewayChoice } from './gateway-choice';
import type { usePay } from './use-pay';

/** Amount, who is paid, how, and what happens next (specification section 2). */
export function PayCard({
  booking,
  gateways,
  secondsLeft,
  pay: { pay, busy, failure },
}: {
  booking: Booking;
  /** Whom it may be paid through: one at least, the default first. */
  gateways: readonly [Gateway, ...Gateway[]];
  secondsLeft: number;
  pay: ReturnType<typeof usePay>;
}) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Gateway['name']>();
  // One that is not offered any more falls back to the default.
  const chosen = gateways.find((gateway) => gateway.name === wanted) ?? gateways[0];
  const { name } = chosen;
  const gateway = t(`payment.gateway.${name}`);
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
      <GatewayChoice gateways={gateways} chosen={name} onChoose={setWanted} />
      <ChargedNote price={booking.totalAmount} gateway={chosen} />
      <p className="mt-4 flex items-start gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-mint" />
        {name === 'PAYPAL'
          ? t('payment.pay.secureAccount', { gateway })
          : t('payment.pay.secure', { gateway })}
      </p>
      <ProblemAlert ref={alert} error={failure} className="mt-4" title={t('payment.createFailed')} />
      <Button
        size="lg"
        wide
        className="mt-5"
        busy={busy}
        icon={<Lock aria-hidden="true" size={19} />}
        onClick={() => void pay(name)}
      >
        {t('payment.pay.proceed', { price: formatMoney(booking.totalAmount, booking.currency) })}
      </Button>
      <p className="mt-3 text-center text-xs text-muted">{t('payment.pay.next', { gateway })}</p>
    </Card>
  );
}
