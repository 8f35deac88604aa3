import { createFileRoute } from '@tanstack/react-router';
import { MyBookingsPage } from '@/features/bookings/my-bookings-page';
import { integerParam } from '@/lib/search-params';

/** The server counts no further. */
const mostPages = 1_000_000;

export const Route = createFileRoute('/_site/_account/my-bookings')({
  staticData: { title: 'nav.myBookings' },
  // The page of the past rides; those to come are all shown.
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = integerParam(search, 'page', 1, { max: mostPages });
    // Named also when it is none, or the router keeps what the address says.
    return { page: page > 1 ? page : undefined };
  },
  component: MyBookingsPage,
});
