import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '@/features/admin-payments/payment-page';

export const Route = createFileRoute('/admin/payments/$id')({ component: PaymentPage });
