import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { bookings } from '@/features/admin-bookings/bookings';

export const Route = createFileRoute('/admin/bookings/')({
  component: () => <EntityList entity={bookings} />,
});
