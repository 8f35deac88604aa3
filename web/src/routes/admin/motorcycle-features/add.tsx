import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { features } from '@/features/admin-features/features';

export const Route = createFileRoute('/admin/motorcycle-features/add')({
  component: () => <EntityAdd entity={features} />,
});
