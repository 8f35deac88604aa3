import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Money } from './money';

/**
 * How long to wait before asking again about a booking whose money is on its way back, in milliseconds: a gateway takes
 * moments, or days. False when none is.
 */
export function refundPace({ payment, updatedAt }: Booking, now = Date.now()): number | false {
  if (!payment || payment.refundingAmount === 0) return false;
  return now - Date.parse(updatedAt) < 120_000 ? 3_000 : 30_000;
}

/** What went back of a booking's payment, and what is on its way; that nothing does, when its customer gave it up too late. */
export function RefundState({ booking: { bookingStatus, payment } }: { booking: Booking }) {
  const { t } = useTranslation();
  if (!payment) return null;
  const { status, currency, refundedAmount, refundingAmount, owedAmount } = payment;
  if (bookingStatus === 'CANCELLED_BY_USER' && status === 'COMPLETED' && refundingAmount + owedAmount === 0) {
    return <p>{t('payment.ended.nothing')}</p>;
  }
  const lines = [
    [t('payment.ended.refunded'), refundedAmount],
    [t('payment.ended.onTheWay'), refundingAmount],
  ] as const;
  return lines.map(
    ([label, amount]) =>
      amount > 0 && (
        <p key={label} className="font-medium">
          {label} <Money amount={amount} currency={currency} />
        </p>
      ),
  );
}
