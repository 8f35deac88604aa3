import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { franchises } from '@/features/admin-franchises/franchises';

export const Route = createFileRoute('/admin/franchises/add')({
  component: () => <EntityAdd entity={franchises} />,
});
