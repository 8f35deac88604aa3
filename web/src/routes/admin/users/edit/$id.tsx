import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { people } from '@/features/admin-users/people';

export const Route = createFileRoute('/admin/users/edit/$id')({
  component: () => <EntityEdit entity={people} />,
});
