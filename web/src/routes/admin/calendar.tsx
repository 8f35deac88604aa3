import { createFileRoute } from '@tanstack/react-router';
import { CalendarPage } from '@/features/admin-calendar/calendar-page';

export const Route = createFileRoute('/admin/calendar')({ component: CalendarPage });
