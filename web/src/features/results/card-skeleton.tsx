import { Skeleton } from '@/ui/skeleton';

/** The place of a card that is loading, of the same size. */
export function CardSkeleton() {
  return (
    <div className="grid gap-x-5 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-[15.5rem_minmax(0,1fr)]">
      <Skeleton className="aspect-[4/3] w-full max-sm:aspect-video" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-18 w-4/5" />
        <div className="mt-auto flex items-end justify-between border-t border-dashed border-line pt-3">
          <Skeleton className="h-13 w-36" />
          <Skeleton className="h-11 w-24" />
        </div>
      </div>
    </div>
  );
}
