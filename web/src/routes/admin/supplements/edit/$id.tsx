import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { supplements } from '@/features/admin-supplements/supplements';

export const Route = createFileRoute('/admin/supplements/edit/$id')({
  component: () => <EntityEdit entity={supplements} />,
});
