import type { Booking } from '@/api/types';
import { dayFromToday, toWallClock } from '@/i18n/wall-clock';

const day = 86_400_000;

/** Days on Morocco's calendar from today to an instant: 0 today, 1 tomorrow. */
export function daysUntil(instant: string, now = new Date()): number {
  const days = [toWallClock(instant).date, dayFromToday(0, now)].map((date) =>
    Date.parse(`${date}T12:00:00Z`),
  );
  return Math.round(((days[0] ?? 0) - (days[1] ?? 0)) / day);
}

/** Whether a booking may still become, or is, a ride. */
export function isToCome({ bookingStatus }: Booking): boolean {
  return bookingStatus === 'PENDING_PAYMENT' || bookingStatus === 'CONFIRMED' || bookingStatus === 'ACTIVE';
}

/** Whether a booking's dates may still be asked to change (D8): all of them before the start, the end while it runs. */
export function isMovable(
  { bookingStatus, startDatetime, holdExpiresAt }: Booking,
  now = Date.now(),
): boolean {
  if (bookingStatus === 'ACTIVE') return true;
  if (Date.parse(startDatetime) <= now) return false;
  return bookingStatus === 'PENDING_PAYMENT'
    ? holdExpiresAt === null || Date.parse(holdExpiresAt) > now
    : bookingStatus === 'CONFIRMED';
}

/** The ride to think of first: the one on the road, else the next confirmed one that has not ended. */
export function nextRide(bookings: readonly Booking[], now = Date.now()): Booking | undefined {
  const coming = bookings
    .filter(
      ({ bookingStatus, endDatetime }) => bookingStatus === 'CONFIRMED' && Date.parse(endDatetime) > now,
    )
    .sort((a, b) => a.startDatetime.localeCompare(b.startDatetime));
  return bookings.find(({ bookingStatus }) => bookingStatus === 'ACTIVE') ?? coming[0];
}
