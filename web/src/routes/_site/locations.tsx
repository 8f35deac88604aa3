import { createFileRoute } from '@tanstack/react-router';
import { LocationsPage } from '@/features/places/locations-page';

export const Route = createFileRoute('/_site/locations')({
  staticData: { title: 'places.title', description: 'places.lead' },
  component: LocationsPage,
});
