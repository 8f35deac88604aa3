import type { ParseKeys, TFunction } from 'i18next';
import type { BookingStatus } from '@/api/types';
import { bookingStatuses } from '@/features/admin-relations/states';
import { formatMoney } from '@/i18n/format';

/** What the program writes of its own accord beside a payment's steps, in English, and how it is said. */
const sentences: Readonly<Record<string, ParseKeys>> = {
  opened: 'admin.payments.notes.opened',
  'handed to the gateway': 'admin.payments.notes.handedOver',
  'the gateway gave no pay page': 'admin.payments.notes.noPage',
  'taken at the counter': 'admin.payments.notes.atCounter',
  'paid at the counter': 'admin.payments.notes.paidAtCounter',
  'the booking was moved': 'admin.payments.notes.moved',
  'another payment paid the booking': 'admin.payments.notes.another',
  'the pay page was left unused': 'admin.payments.notes.unused',
  'given up by hand': 'admin.payments.notes.byHand',
};

/** Sentences with something in them. */
const withValue: readonly (readonly [RegExp, (value: string, t: TFunction) => string])[] = [
  [/^given up by hand: (.+)$/s, (reason, t) => t('admin.payments.notes.byHandBecause', { reason })],
  [/^the gateway says (.+)$/s, (text, t) => t('admin.payments.notes.says', { text })],
  [
    /^(-?[\d.]+) given back$/,
    (amount, t) => t('admin.payments.notes.givenBack', { amount: formatMoney(Number(amount)) }),
  ],
  [
    /^a refund was taken back; (-?[\d.]+) given back$/,
    (amount, t) => t('admin.payments.notes.takenBack', { amount: formatMoney(Number(amount)) }),
  ],
  [
    new RegExp(`^the booking became (${bookingStatuses.join('|')})$`),
    (status, t) =>
      t('admin.payments.notes.became', { status: t(`admin.bookingStatus.${status as BookingStatus}`) }),
  ],
];

/** What stands beside a step of a payment, in the reader's language; what the program did not write stands as it is. */
export function noteText(note: string, t: TFunction): string {
  const known = sentences[note];
  if (known) return t(known) as string;
  for (const [pattern, say] of withValue) {
    const value = pattern.exec(note)?.[1];
    if (value !== undefined) return say(value, t);
  }
  return note;
}
