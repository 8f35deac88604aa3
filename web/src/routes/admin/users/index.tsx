import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { people } from '@/features/admin-users/people';

export const Route = createFileRoute('/admin/users/')({
  component: () => <EntityList entity={people} />,
});
