import { createFileRoute } from '@tanstack/react-router';
import { MyBookingsPage } from '@/features/bookings/my-bookings-page';
import { integerParam } from '@/lib/search-params';

export const Route = createFileRoute('/_site/_account/my-bookings')({
  staticData: { title: 'nav.myBookings' },
  // The page of the past rides; those to come are all shown.
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = integerParam(search, 'page', 1);
    return page > 1 ? { page } : {};
  },
  component: MyBookingsPage,
});
