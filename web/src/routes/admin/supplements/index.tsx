import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { supplements } from '@/features/admin-supplements/supplements';

export const Route = createFileRoute('/admin/supplements/')({
  component: () => <EntityList entity={supplements} />,
});
