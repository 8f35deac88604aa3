import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { MotorcyclePage } from '@/features/motorcycle/motorcycle-page';
import { readTrip, type Trip } from '@/features/search/trip';

export const Route = createFileRoute('/_site/motorcycle/$id')({
  validateSearch: (raw: Partial<Trip> & SearchSchemaInput) => readTrip(raw),
  staticData: { description: false },
  component: MotorcyclePage,
});
