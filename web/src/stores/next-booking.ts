import type { Booking, LockCode } from '@/api/types';
import { useAuth } from './auth';

/**
 * The next ride of the signed-in person, kept on the device so that it can be read where there is no network: the code
 * of its lock once that was shown, and nothing else of anybody. It is theirs only, goes when they sign out, and is over
 * when the ride is. The page keeps it rather than the service worker: the worker does not know whose an answer is, and a
 * token that ran out without a network would keep every question from being asked.
 */

interface Kept {
  readonly booking: Booking;
  /** When the server said so, in milliseconds. */
  readonly at: number;
  readonly lock?: { readonly code: LockCode; readonly at: number };
}

const storageKey = 'next-booking';

/** The rides that are worth having along: agreed on, and not over. */
function isAhead({ bookingStatus, endDatetime }: Booking, now: number): boolean {
  return (bookingStatus === 'CONFIRMED' || bookingStatus === 'ACTIVE') && Date.parse(endDatetime) > now;
}

function isMine({ userId }: Booking): boolean {
  return userId === useAuth.getState().user?.id;
}

function isKept(value: unknown): value is Kept {
  const { booking, at } = (value ?? {}) as Partial<Kept>;
  return typeof at === 'number' && typeof booking?.id === 'string' && typeof booking.endDatetime === 'string';
}

/** What is kept. What is over, or somebody else's, is dropped on sight. */
export function keptBooking(now = Date.now()): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (kept === null) return undefined;
    if (isKept(kept) && isMine(kept.booking) && isAhead(kept.booking, now)) return kept;
  } catch {
    // Not ours, or not allowed to look.
  }
  dropKeptBooking();
  return undefined;
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A browser that refuses storage needs the network, nothing else.
  }
}

/** Drops what is kept: of this booking only, when one is named. */
export function dropKeptBooking(id?: string): void {
  try {
    if (id !== undefined && keptBooking()?.booking.id !== id) return;
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}

/** The ride that comes first: the one on the road before any other. */
function comesFirst(one: Booking, other: Booking): boolean {
  const riding = one.bookingStatus === 'ACTIVE';
  if (riding !== (other.bookingStatus === 'ACTIVE')) return riding;
  return Date.parse(one.startDatetime) <= Date.parse(other.startDatetime);
}

/** Takes note of a booking as the server has just told it: kept when it is the next ride, dropped when it is one no more. */
export function noteBooking(booking: Booking, now = Date.now()): void {
  const kept = keptBooking(now);
  const same = kept?.booking.id === booking.id;
  if (!isAhead(booking, now) || !isMine(booking)) {
    if (same) dropKeptBooking();
    return;
  }
  if (!kept || same || comesFirst(booking, kept.booking)) {
    write({ booking, at: now, ...(same && kept.lock && { lock: kept.lock }) });
  }
}

/** Takes note of which ride is the next one of all: undefined, there is none. */
export function noteNextRide(next: Booking | undefined, now = Date.now()): void {
  const kept = keptBooking(now);
  if (kept && kept.booking.id !== next?.id) dropKeptBooking();
  if (next) noteBooking(next, now);
}

/** Takes note of what the lock of a booking showed, when that booking is kept. */
export function noteLockCode(id: string, code: LockCode | null, now = Date.now()): void {
  const kept = keptBooking(now);
  if (kept?.booking.id !== id) return;
  const { booking, at } = kept;
  write({ booking, at, ...(code?.code && { lock: { code, at: now } }) });
}

/** The code that a booking's lock showed last, unless another one has taken its place since. */
export function keptLockCode(id: string, now = Date.now()): Kept['lock'] {
  const kept = keptBooking(now);
  if (kept?.booking.id !== id || !kept.lock) return undefined;
  const { availableUntil, codeValidUntil } = kept.lock.code;
  const good = [availableUntil, codeValidUntil].every((until) => until === null || Date.parse(until) > now);
  return good ? kept.lock : undefined;
}
