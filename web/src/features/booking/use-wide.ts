import { useSyncExternalStore } from 'react';

/** Where the second column begins to fit; the same number as the `lg` classes beside it. */
const query = '(width >= 64rem)';

function media(): MediaQueryList | undefined {
  return globalThis.matchMedia?.(query);
}

function subscribe(changed: () => void): () => void {
  const list = media();
  list?.addEventListener('change', changed);
  return () => list?.removeEventListener('change', changed);
}

/** Whether there is room for the column of truth beside the questions. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => media()?.matches ?? true);
}
