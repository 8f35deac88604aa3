import type { LockCode } from '@/api/types';

const second = 1_000;
const hour = 3_600 * second;

/**
 * How long to wait before asking for a lock's code again: until it can be had, a little while it is being made, until
 * another one takes its place; false when there is nothing more to come. Each look at a code is recorded, so none is
 * for nothing.
 */
export function nextLook(lock: LockCode | null | undefined, now = Date.now()): number | false {
  if (!lock || Date.parse(lock.availableUntil) <= now) return false;
  const opens = Date.parse(lock.availableFrom) - now;
  if (opens > 0) return within(opens);
  if (!lock.code || !lock.codeValidUntil) return 10 * second;
  return within(Math.min(Date.parse(lock.codeValidUntil), Date.parse(lock.availableUntil)) - now);
}

/**
 * Whether only a new answer helps: a code can be had and none is there, or another one has taken the place of the one
 * that is.
 */
export function needsAnswer(lock: LockCode, now = Date.now()): boolean {
  if (Date.parse(lock.availableFrom) > now) return false;
  return !lock.code || (lock.codeValidUntil !== null && Date.parse(lock.codeValidUntil) <= now);
}

/** A timer longer than some weeks would fire at once, and a clock may be set right meanwhile. */
function within(wait: number): number {
  return Math.min(Math.max(wait, second), hour);
}
