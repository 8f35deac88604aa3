import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { features } from '@/features/admin-features/features';

export const Route = createFileRoute('/admin/motorcycle-features/')({
  component: () => <EntityList entity={features} />,
});
