import { lazy, Suspense } from 'react';
import { PanelBoundary } from '@/components/panel-boundary';
import { Skeleton } from '@/ui/skeleton';
import type { MapViewProps } from './map-view';

const MapView = lazy(() => import('./map-view'));

/** The map, whose code arrives only when one is shown. Fills what holds it. A map that fails leaves the list that says as much. */
export function LazyMap(props: MapViewProps) {
  return (
    <PanelBoundary className="m-3">
      <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
        <MapView {...props} />
      </Suspense>
    </PanelBoundary>
  );
}
