import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { motorcycles } from '@/features/admin-motorcycles/motorcycles';

export const Route = createFileRoute('/admin/motorcycles/add')({
  component: () => <EntityAdd entity={motorcycles} />,
});
