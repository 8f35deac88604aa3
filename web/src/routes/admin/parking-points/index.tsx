import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { parkingPoints } from '@/features/admin-parking-points/parking-points';

export const Route = createFileRoute('/admin/parking-points/')({
  component: () => <EntityList entity={parkingPoints} />,
});
