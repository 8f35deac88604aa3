import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { supplements } from '@/features/admin-supplements/supplements';

export const Route = createFileRoute('/admin/supplements/add')({
  component: () => <EntityAdd entity={supplements} />,
});
