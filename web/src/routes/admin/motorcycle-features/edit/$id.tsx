import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { features } from '@/features/admin-features/features';

export const Route = createFileRoute('/admin/motorcycle-features/edit/$id')({
  component: () => <EntityEdit entity={features} />,
});
