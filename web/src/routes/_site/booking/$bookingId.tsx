import { createFileRoute } from '@tanstack/react-router';
import { BookingDetailPage } from '@/features/bookings/booking-detail-page';
import { requireSession } from '../../-guards';

export const Route = createFileRoute('/_site/booking/$bookingId')({
  staticData: { title: 'bookings.detail.title' },
  beforeLoad: requireSession,
  component: BookingDetailPage,
});
