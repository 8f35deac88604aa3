import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '@/features/booking/thank-you-page';
import { textParam } from '@/lib/search-params';

export const Route = createFileRoute('/_site/booking/thank-you')({
  staticData: { title: 'booking.thanks.title' },
  validateSearch: (search: Record<string, unknown>): { booking?: string } => ({
    booking: textParam(search, 'booking') || undefined,
  }),
  component: ThankYouPage,
});
