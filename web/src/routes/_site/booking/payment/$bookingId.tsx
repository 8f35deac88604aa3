import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '@/features/payment/payment-page';
import { choiceParam } from '@/lib/search-params';
import { requireSession } from '../../../-guards';

export const Route = createFileRoute('/_site/booking/payment/$bookingId')({
  staticData: { title: 'payment.title' },
  validateSearch: (search: Record<string, unknown>): { result?: 'success' | 'failure' | 'cancel' } => ({
    result: choiceParam(search, 'result', ['success', 'failure', 'cancel']),
  }),
  beforeLoad: requireSession,
  component: PaymentPage,
});
