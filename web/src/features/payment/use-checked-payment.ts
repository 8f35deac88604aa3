import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bookingQueries } from '@/api/queries/bookings';
import { paymentQueries } from '@/api/queries/payments';
import type { Payment } from '@/api/types';

/**
 * Has the server ask the gateway about a payment whose payer is back: a report may be late or lost, and some gateways take
 * the money only now. The booking is asked for again once the payment has moved.
 */
export function useCheckedPayment(payment: Payment | null | undefined, returned: boolean): void {
  const queryClient = useQueryClient();
  const waiting = returned && payment?.status === 'PROCESSING';
  const { data: checked } = useQuery({
    ...paymentQueries.check(payment?.id ?? ''),
    enabled: waiting,
    // The server lets the gateway be asked every two seconds; callbacks are quicker than that as a rule.
    refetchInterval: ({ state }) => (state.dataUpdateCount + state.errorUpdateCount < 12 ? 5_000 : false),
    retry: false,
  });
  const moved = waiting && checked !== undefined && checked.status !== 'PROCESSING';
  const bookingId = payment?.bookingId;
  useEffect(() => {
    if (moved && bookingId) {
      void queryClient.invalidateQueries({ queryKey: bookingQueries.detail(bookingId).queryKey });
    }
  }, [moved, bookingId, queryClient]);
}
