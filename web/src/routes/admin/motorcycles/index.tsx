import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { motorcycles } from '@/features/admin-motorcycles/motorcycles';

export const Route = createFileRoute('/admin/motorcycles/')({
  component: () => <EntityList entity={motorcycles} />,
});
