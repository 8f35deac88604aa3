import { cn } from '@/lib/cn';

/** A place kept for what is loading. Give it the size of the thing, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('pulse block rounded-control bg-line', className)} />;
}
