import { createFileRoute, redirect } from '@tanstack/react-router';
import { readBookingSearch } from '@/features/booking/booking.search';
import { BookingPage } from '@/features/booking/booking-page';

export const Route = createFileRoute('/_site/booking/')({
  staticData: { title: 'booking.title' },
  validateSearch: readBookingSearch,
  beforeLoad: ({ search }) => {
    if (!search.motorcycleId) throw redirect({ to: '/', replace: true });
  },
  component: BookingPage,
});
