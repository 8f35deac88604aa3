import { createFileRoute } from '@tanstack/react-router';
import { EntityEdit } from '@/crud/entity-pages';
import { parkingPoints } from '@/features/admin-parking-points/parking-points';

export const Route = createFileRoute('/admin/parking-points/edit/$id')({
  component: () => <EntityEdit entity={parkingPoints} />,
});
