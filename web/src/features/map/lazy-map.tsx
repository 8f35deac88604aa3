import { lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/skeleton';
import type { MapViewProps } from './map-view';

const MapView = lazy(() => import('./map-view'));

/** The map, whose code arrives only when one is shown. Fills what holds it. */
export function LazyMap(props: MapViewProps) {
  return (
    <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
      <MapView {...props} />
    </Suspense>
  );
}
