import { describe, expect, it } from 'vitest';
import type { LockCode } from '@/api/types';
import { nextLook } from './lock-time';

const at = (time: string) => Date.parse(`2027-05-01T${time}Z`);
const closed: LockCode = {
  availableFrom: '2027-05-01T09:45:00Z',
  availableUntil: '2027-05-03T10:00:00Z',
  code: null,
  codeValidUntil: null,
  accessProfile: null,
};
const shown: LockCode = { ...closed, code: '48213', codeValidUntil: '2027-05-01T12:00:00Z' };

describe('the next look at a lock', () => {
  it('waits for the code to be had', () => {
    expect(nextLook(closed, at('09:40:00'))).toBe(5 * 60_000);
  });

  it('never sleeps longer than an hour, nor shorter than a second', () => {
    expect(nextLook({ ...closed, availableFrom: '2028-01-01T00:00:00Z' }, at('09:40:00'))).toBe(3_600_000);
    expect(nextLook(closed, Date.parse(closed.availableFrom) - 3)).toBe(1_000);
  });

  it('comes soon while the code is being made', () => {
    expect(nextLook(closed, at('09:50:00'))).toBe(10_000);
  });

  it('comes when another code takes its place, or when the rental ends', () => {
    expect(nextLook(shown, at('11:30:00'))).toBe(30 * 60_000);
    expect(nextLook({ ...shown, availableUntil: '2027-05-01T11:45:00Z' }, at('11:30:00'))).toBe(15 * 60_000);
  });

  it('stops where there is no lock and after the end', () => {
    expect(nextLook(null)).toBe(false);
    expect(nextLook(undefined)).toBe(false);
    expect(nextLook(shown, Date.parse(shown.availableUntil))).toBe(false);
  });
});
