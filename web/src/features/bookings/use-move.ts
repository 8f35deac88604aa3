import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingMutations, bookingQueries } from '@/api/queries/bookings';
import type { Booking, Period } from '@/api/types';
import { useSendOnce } from '@/components/use-send-once';
import { checkWhen, type When, whenBetween } from '@/features/booking/booking.search';

/** Where a booking is to be taken. */
export interface MoveWish {
  /** Its times, when they were said already: asked about at once. */
  readonly to?: Period;
  /** Another motorcycle, which only staff may name. */
  readonly motorcycleId?: string;
  /** False when only the motorcycle is to change: the times are the booking's own, also when they have begun. */
  readonly times?: boolean;
}

/** Takes a booking to other times, or to another motorcycle: what the server says of it first, then the doing (D8). */
export function useMove(
  booking: Booking,
  { to, motorcycleId = booking.motorcycleId, times = true }: MoveWish,
  onDone: () => void,
) {
  const now = whenBetween(booking);
  const [when, setWhen] = useState(() => (to ? whenBetween(to) : now));
  const riding = booking.bookingStatus === 'ACTIVE';
  const same = (end: 'start' | 'end') =>
    when[`${end}Date`] === now[`${end}Date`] && when[`${end}Time`] === now[`${end}Time`];
  const kept = same('start') && same('end');
  // A ride that has begun keeps its start, which is past.
  const checked = checkWhen(when, riding ? 0 : undefined);
  const { startDatetime, endDatetime } = booking;
  // Minutes are all that the inputs hold: what stays as it is, is the booking's own.
  const period = times
    ? checked.period && {
        startDatetime: same('start') ? startDatetime : checked.period.startDatetime,
        endDatetime: same('end') ? endDatetime : checked.period.endDatetime,
      }
    : { startDatetime, endDatetime };
  const exchanged = motorcycleId !== booking.motorcycleId;
  const changed = period !== undefined && (exchanged || !kept);
  const target = { ...(period ?? { startDatetime, endDatetime }), ...(exchanged && { motorcycleId }) };
  const offer = useQuery({ ...bookingQueries.moveQuote(booking.id, target), enabled: changed });
  const move = useSendOnce(bookingMutations.move());
  const stale = offer.isPlaceholderData;
  const quote = changed ? offer.data : undefined;
  const ready = quote?.allowed === true && !stale;

  const confirm = () => {
    if (!ready) return;
    const to = { ...target, totalAmount: quote.totalAmount, updatedAt: booking.updatedAt };
    move.send({ id: booking.id, to }, { onSuccess: onDone });
  };

  return {
    when,
    forget: move.reset,
    change: (next: When) => {
      move.reset();
      setWhen(next);
    },
    checked,
    riding,
    /** There is something to ask about. */
    changed,
    /** Nothing of it can be read yet, or is wrong. */
    unclear: period === undefined,
    quote,
    stale,
    /** Why the server would not say. */
    failure: changed && !quote ? offer.error : null,
    retry: () => void offer.refetch(),
    ready,
    busy: move.isPending,
    confirm,
    refusal: move.error,
  };
}
