import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { refundPace } from '@/components/refund-state';

const second = 1_000;

/** Whether the gateway, or the end of the hold, may still change the booking by itself. */
function isOpen(booking: Booking): boolean {
  if (booking.bookingStatus !== 'PENDING_PAYMENT') return false;
  const running = booking.payment?.status === 'PENDING' || booking.payment?.status === 'PROCESSING';
  return running || (booking.holdExpiresAt !== null && Date.parse(booking.holdExpiresAt) <= Date.now());
}

/**
 * How long to wait before asking about a booking again, or false when nothing is left to wait for. Just back from the
 * gateway every two seconds, then slower: its callback may take minutes.
 */
export function pace(
  booking: Booking | undefined,
  { returned, waited }: { returned: boolean; waited: number },
): number | false {
  if (!booking) return false;
  if (!isOpen(booking)) return refundPace(booking);
  if (returned && waited < 60 * second) return 2 * second;
  return waited < 600 * second ? 10 * second : 60 * second;
}

/** A booking that follows its payment. What the gateway's return address says is never believed: the server is asked. */
export function useFollowedBooking(bookingId: string, returned: boolean) {
  const [since] = useState(Date.now);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...bookingQueries.detail(bookingId),
    // The page is about money: what another page left in the cache is shown and asked for again.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pace(state.data, { returned, waited: Date.now() - since }),
  });
  const status = query.data?.bookingStatus;
  useEffect(() => {
    if (status) void queryClient.invalidateQueries({ queryKey: [...bookingQueries.all, 'list'] });
  }, [status, queryClient]);
  return query;
}
