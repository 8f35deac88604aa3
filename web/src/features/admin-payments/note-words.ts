import type { TFunction } from 'i18next';
import type { BookingStatus, TimelineEntry } from '@/api/types';
import { formatMoney } from '@/i18n/format';

/** Why something happened, as the server notes it. */
interface Note {
  readonly note: string | undefined;
  /** Absent: the note is in somebody's own words. */
  readonly noteCode: TimelineEntry['noteCode'] | null;
  readonly noteValue?: string | null | undefined;
}

/** A note in the reader's language; what a person wrote stands as it is. */
export function noteText({ note = '', noteCode, noteValue }: Note, t: TFunction): string {
  if (!noteCode) return note;
  const value = noteValue ?? '';
  switch (noteCode) {
    case 'GIVEN_UP':
      return value ? t('admin.payments.notes.givenUpBecause', { value }) : t('admin.payments.notes.GIVEN_UP');
    case 'GIVEN_BACK':
    case 'TAKEN_BACK':
      return t(`admin.payments.notes.${noteCode}`, { value: formatMoney(Number(value)) });
    case 'BOOKING_BECAME':
      return t('admin.payments.notes.BOOKING_BECAME', {
        value: t(`admin.bookingStatus.${value as BookingStatus}`),
      });
    default:
      // A newer server may know more of them.
      return t(`admin.payments.notes.${noteCode}`, { value, defaultValue: note });
  }
}
