import { useCallback, useState } from 'react';
import type { Row } from './entity';

/** The rows that are chosen, over all pages that were looked at, by id. */
export function useSelection<R extends Row>() {
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(new Map());
  /** Chooses rows, or not any more. */
  const set = useCallback((some: readonly R[], chosen: boolean) => {
    setRows((before) => {
      const after = new Map(before);
      for (const row of some) {
        if (chosen) after.set(row.id, row);
        else after.delete(row.id);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return { rows, set, clear };
}

export type Selection<R extends Row> = ReturnType<typeof useSelection<R>>;
