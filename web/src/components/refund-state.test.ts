import { describe, expect, it } from 'vitest';
import { inMinutes, makeBooking, makePayment } from '@/test/ride';
import { refundPace } from './refund-state';

describe('asking again about money on its way back', () => {
  const payment = makePayment({ status: 'COMPLETED', refundingAmount: 975 });
  const cancelled = makeBooking({ bookingStatus: 'CANCELLED_BY_USER', payment, updatedAt: inMinutes(0) });
  it('is quick at first, then slow', () => {
    expect(refundPace(cancelled)).toBe(3_000);
    expect(refundPace({ ...cancelled, updatedAt: inMinutes(-3) })).toBe(30_000);
  });
  it('ends with the last of it', () => {
    expect(refundPace({ ...cancelled, payment: makePayment({ status: 'REFUNDED' }) })).toBe(false);
    expect(refundPace({ ...cancelled, payment: null })).toBe(false);
  });
});
