import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { payments } from '@/features/admin-payments/payments';

export const Route = createFileRoute('/admin/payments/')({
  component: () => <EntityList entity={payments} />,
});
