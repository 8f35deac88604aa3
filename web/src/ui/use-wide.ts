import { useSyncExternalStore } from 'react';

const queries = {
  /** Two things fit beside each other. */
  md: '(width >= 48rem)',
  /** A list and a map fit beside each other. */
  lg: '(width >= 64rem)',
  /** A table of many sums fits beside the sidebar. */
  xl: '(width >= 80rem)',
} as const;

/** Whether the window is at least as wide as a breakpoint of the style sheet. */
export function useWide(breakpoint: keyof typeof queries): boolean {
  const query = queries[breakpoint];
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
