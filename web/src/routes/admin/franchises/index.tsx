import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { franchises } from '@/features/admin-franchises/franchises';

export const Route = createFileRoute('/admin/franchises/')({
  component: () => <EntityList entity={franchises} />,
});
