import type { Payment, Posting } from '@/api/types';

type Account = Posting['lines'][number]['account'];
export type Fact = Exclude<Posting['kind'], 'CORRECTION'>;

/** The facts that a correction can make up for. */
export const facts = [
  'PAYMENT_CAPTURED',
  'BOOKING_EARNED',
  'REFUND_PROMISED',
  'REFUND_DONE',
  'REFUND_FAILED',
  'REFUND_REVERSED',
] as const satisfies readonly Fact[];

export const isOfRefund = (fact: string) => fact.startsWith('REFUND_');

/** The accounts of a correction. */
export const correctable = [
  'CUSTOMER',
  'GATEWAY',
  'FRANCHISE',
  'PLATFORM_COMMISSION',
  'REFUND',
] as const satisfies readonly Account[];
export type Correctable = (typeof correctable)[number];

/** Every account that has a word here. */
export const accounts = [...correctable, 'COUNTER'] as const;

/** What an account of a correction is called: whoever holds the money of a payment over the counter is its franchise. */
export function nameOf(account: Correctable, { gateway }: Payment): Account {
  return account === 'GATEWAY' && gateway === 'COUNTER' ? 'COUNTER' : account;
}
