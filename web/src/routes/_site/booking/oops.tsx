import { createFileRoute } from '@tanstack/react-router';
import { OopsPage } from '@/features/booking/oops-page';

export const Route = createFileRoute('/_site/booking/oops')({
  staticData: { title: 'booking.oops.title' },
  component: OopsPage,
});
