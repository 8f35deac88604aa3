import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { people } from '@/features/admin-users/people';

export const Route = createFileRoute('/admin/users/add')({
  component: () => <EntityAdd entity={people} />,
});
