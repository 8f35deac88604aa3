import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookingStatus, PaymentStatus } from '@/api/types';
import { Badge, type BadgeTone } from '@/ui/badge';

/** Colours of specification section 2: confirmed green, active blue, completed grey, waiting yellow. */
const bookingTones: Record<BookingStatus, BadgeTone> = {
  PENDING_PAYMENT: 'waiting',
  CONFIRMED: 'confirmed',
  ACTIVE: 'active',
  COMPLETED: 'completed',
  CANCELLED_BY_USER: 'cancelled',
  CANCELLED_BY_ADMIN: 'cancelled',
};

const paymentTones: Record<PaymentStatus, BadgeTone> = {
  PENDING: 'waiting',
  PROCESSING: 'active',
  COMPLETED: 'confirmed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'refunded',
};

/** `children` say it in other words: "Cancelled by you" is the customer's. */
export function BookingStatusBadge({ status, children }: { status: BookingStatus; children?: ReactNode }) {
  const { t } = useTranslation();
  return <Badge tone={bookingTones[status]}>{children ?? t(`status.booking.${status}`)}</Badge>;
}

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation();
  return <Badge tone={paymentTones[status]}>{t(`status.payment.${status}`)}</Badge>;
}
