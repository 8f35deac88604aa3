/** Letters about bookings that have a name here; any other is shown by its key. */
const letters = [
  'booking_created',
  'payment_received',
  'payment_failed',
  'payment_returned',
  'booking_confirmed',
  'booking_cancelled',
  'franchise_booking',
  'franchise_cancelled',
  'franchise_delivery',
  'booking_reminder',
  'booking_started',
  'booking_completed',
  'booking_moved',
  'booking_reassigned',
  'payment_refunded',
  'franchise_moved',
  'franchise_reassigned',
  'franchise_refund_failed',
  'payment_refund_failed',
] as const;

export function isKnownLetter(letter: string | undefined): letter is (typeof letters)[number] {
  return letters.some((known) => known === letter);
}

/** A change of a field, as the timeline has it. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The changes of an entry; what cannot be read is none. */
export function readChanges(changes: unknown): Change[] {
  if (changes === null || typeof changes !== 'object') return [];
  return Object.entries(changes).flatMap(([field, change]) => {
    if (change === null || typeof change !== 'object') return [];
    const { from, to } = change as { from?: unknown; to?: unknown };
    return [{ field, from, to }];
  });
}
