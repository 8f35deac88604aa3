import { beforeEach, describe, expect, it } from 'vitest';
import type { LockCode } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { inMinutes, makeBooking } from '@/test/ride';
import { accessToken, makeUser } from '@/test/session';
import {
  dropKeptBooking,
  keptBooking,
  keptLockCode,
  noteBooking,
  noteLockCode,
  noteNextRide,
} from './next-booking';

const day = 24 * 60;
const ride = makeBooking({ id: 'next', bookingStatus: 'CONFIRMED', holdExpiresAt: null });
const later = makeBooking({
  ...ride,
  id: 'later',
  startDatetime: inMinutes(20 * day),
  endDatetime: inMinutes(22 * day),
});
const code: LockCode = {
  availableFrom: inMinutes(-5),
  availableUntil: inMinutes(6 * day),
  code: '04821',
  codeValidUntil: inMinutes(90),
  accessProfile: null,
};

const idKept = () => keptBooking()?.booking.id;

beforeEach(() => {
  useAuth.getState().signIn({ user: makeUser(), accessToken: accessToken(600), refreshToken: 'r1' });
});

describe('the next booking', () => {
  it('is kept with when it was told', () => {
    noteBooking(ride, Date.now());
    expect(keptBooking()?.booking).toEqual(ride);
    expect(Date.now() - (keptBooking()?.at ?? 0)).toBeLessThan(1_000);
  });

  it('is the one that comes first, and the one on the road before it', () => {
    noteBooking(later);
    noteBooking(ride);
    expect(idKept()).toBe('next');
    noteBooking(later);
    expect(idKept()).toBe('next');
    noteBooking({ ...later, bookingStatus: 'ACTIVE' });
    expect(idKept()).toBe('later');
    noteBooking(ride);
    expect(idKept()).toBe('later');
  });

  it.each([
    ['not paid', makeBooking()],
    ['cancelled', { ...ride, bookingStatus: 'CANCELLED_BY_USER' as const }],
    ['over', { ...ride, endDatetime: inMinutes(-1) }],
    ['somebody else’s', { ...ride, userId: '019a0000-0000-7000-8000-000000000009' }],
  ])('is none that is %s', (_which, booking) => {
    noteBooking(booking);
    expect(idKept()).toBeUndefined();
    expect(localStorage.getItem('next-booking')).toBeNull();
  });

  it('goes when it is cancelled, and stays when another one is', () => {
    noteBooking(ride);
    noteBooking({ ...later, bookingStatus: 'CANCELLED_BY_USER' });
    expect(idKept()).toBe('next');
    noteBooking({ ...ride, bookingStatus: 'CANCELLED_BY_ADMIN' });
    expect(localStorage.getItem('next-booking')).toBeNull();
  });

  it('is over when the ride is: nothing of it stays on the device', () => {
    noteBooking(ride);
    expect(keptBooking(Date.parse(ride.endDatetime) - 1)?.booking.id).toBe('next');
    expect(keptBooking(Date.parse(ride.endDatetime))).toBeUndefined();
    expect(localStorage.getItem('next-booking')).toBeNull();
  });

  it('is shown to nobody else, and dropped when somebody else looks', () => {
    noteBooking(ride);
    const other = makeUser({ id: '019a0000-0000-7000-8000-000000000009' });
    useAuth.getState().signIn({ user: other, accessToken: accessToken(600), refreshToken: 'r2' });
    expect(idKept()).toBeUndefined();
    expect(localStorage.getItem('next-booking')).toBeNull();
  });

  it('follows the list of what is to come', () => {
    noteBooking(ride);
    noteNextRide(later);
    expect(idKept()).toBe('later');
    noteNextRide(undefined);
    expect(idKept()).toBeUndefined();
  });

  it('is dropped by name', () => {
    noteBooking(ride);
    dropKeptBooking('later');
    expect(idKept()).toBe('next');
    dropKeptBooking('next');
    expect(idKept()).toBeUndefined();
  });

  it.each(['{', '[]', '{"at":1}', '{"booking":{"id":"x"},"at":1}', '"text"'])('is not %s', (text) => {
    localStorage.setItem('next-booking', text);
    expect(keptBooking()).toBeUndefined();
    expect(localStorage.getItem('next-booking')).toBeNull();
  });
});

describe('the code of its lock', () => {
  beforeEach(() => noteBooking(ride));

  it('is kept once it was shown, and over a newer answer about the booking', () => {
    noteLockCode('next', { ...code, code: null });
    expect(keptLockCode('next')).toBeUndefined();
    noteLockCode('next', code);
    noteBooking({ ...ride, updatedAt: inMinutes(0) });
    expect(keptLockCode('next')?.code).toEqual(code);
    expect(keptLockCode('later')).toBeUndefined();
  });

  it('is not that of another booking', () => {
    noteLockCode('later', code);
    expect(localStorage.getItem('next-booking')).not.toContain('04821');
  });

  it('is no longer good once another one takes its place', () => {
    noteLockCode('next', code);
    const changes = Date.parse(code.codeValidUntil ?? '');
    expect(keptLockCode('next', changes - 1)?.code.code).toBe('04821');
    expect(keptLockCode('next', changes)).toBeUndefined();
  });

  it('goes when the lock says it has none, and with the booking', () => {
    noteLockCode('next', code);
    noteLockCode('next', null);
    expect(localStorage.getItem('next-booking')).not.toContain('04821');
    noteLockCode('next', code);
    noteNextRide(later);
    expect(localStorage.getItem('next-booking')).not.toContain('04821');
  });
});
