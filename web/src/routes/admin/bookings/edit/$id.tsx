import { createFileRoute } from '@tanstack/react-router';
import { BookingPage } from '@/features/admin-bookings/booking-page';

export const Route = createFileRoute('/admin/bookings/edit/$id')({ component: BookingPage });
