import { EmptyCell } from '@/crud/cells';

/** A feature's drawing, small. */
export function IconCell({ url }: { url: string | null }) {
  return url ? (
    <img src={url} alt="" width="22" height="22" loading="lazy" className="size-5.5" />
  ) : (
    <EmptyCell />
  );
}
