import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { franchises } from '@/features/admin-franchises/franchises';

export const Route = createFileRoute('/admin/franchises/edit/$id')({
  component: () => <EntityEdit entity={franchises} />,
});
