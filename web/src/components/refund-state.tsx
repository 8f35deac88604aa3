import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingQueries } from '@/api/queries/bookings';
import { paymentQueries } from '@/api/queries/payments';
import type { Payment } from '@/api/types';
import { Money } from './money';

/** How often to ask about money that is on its way, in milliseconds. */
const pace = 5_000;

/** What went back of a payment, and what is on its way. */
export function RefundState({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, bookingId, currency, refundedAmount, status } = payment;
  const { data = [] } = useQuery({
    ...paymentQueries.refunds(id),
    // Everything has gone back of the others, or there was nothing to.
    enabled: status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED',
    refetchInterval: ({ state }) =>
      state.data?.some((refund) => refund.state === 'REQUESTED' || refund.state === 'SENT') && pace,
  });
  const sumOf = (...states: (typeof data)[number]['state'][]) =>
    data.reduce((sum, { state, amount }) => (states.includes(state) ? sum + amount : sum), 0);
  const done = sumOf('DONE');
  useEffect(() => {
    if (done > refundedAmount) {
      void queryClient.invalidateQueries({ queryKey: bookingQueries.detail(bookingId).queryKey });
    }
  }, [done, refundedAmount, bookingId, queryClient]);
  const lines = [
    [t('payment.ended.refunded'), refundedAmount],
    [t('payment.ended.onTheWay'), sumOf('REQUESTED', 'SENT')],
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
