import { createFileRoute } from '@tanstack/react-router';
import { EntityAdd } from '@/crud/entity-pages';
import { parkingPoints } from '@/features/admin-parking-points/parking-points';

export const Route = createFileRoute('/admin/parking-points/add')({
  component: () => <EntityAdd entity={parkingPoints} />,
});
