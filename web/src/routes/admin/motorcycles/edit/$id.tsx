import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { motorcycles } from '@/features/admin-motorcycles/motorcycles';

export const Route = createFileRoute('/admin/motorcycles/edit/$id')({
  component: () => <EntityEdit entity={motorcycles} />,
});
