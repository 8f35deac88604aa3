import { createFileRoute } from '@tanstack/react-router';
import { CounterPage } from '@/features/admin-bookings/counter-page';

export const Route = createFileRoute('/admin/bookings/add')({ component: CounterPage });
