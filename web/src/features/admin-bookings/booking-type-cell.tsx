import { useTranslation } from 'react-i18next';
import type { BookingType } from '@/api/types';

/** Picked up, or brought to the customer. */
export function BookingTypeCell({ value }: { value: BookingType }) {
  const { t } = useTranslation();
  return t(`admin.bookings.types.${value}`);
}
