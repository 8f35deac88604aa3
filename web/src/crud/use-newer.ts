import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Entity, Row, Rows } from './entity';
import type { ListState } from './list-url';
import { useNews } from './news';
import { pageOf, pageQuery } from './queries';

/** How many rows of a newer reading of a page are not in it, or not as they are; or how many more or fewer there are in all. */
export function differenceOf<R extends Row>(shown: Rows<R>, newer: Rows<R>): number {
  const before = new Set(shown.rows.map((row) => JSON.stringify(row)));
  const other = newer.rows.filter((row) => !before.has(JSON.stringify(row))).length;
  return Math.max(other, Math.abs(newer.total - shown.total));
}

/** A page that was read out of sight: which one, and when that began. */
interface Newer<R> {
  readonly page: string;
  readonly begun: number;
  readonly rows: Rows<R>;
}

/**
 * Reads a page again, out of sight, whenever there is news of its list. What is shown stays as it is until somebody asks for
 * the newer rows: nothing moves under the hand. `updated` is when the rows came that are shown.
 */
export function useNewer<R extends Row>(
  entity: Entity<R>,
  state: ListState,
  shown: Rows<R> | undefined,
  updated: number,
): { count: number; show: () => void } {
  const client = useQueryClient();
  const { queryKey } = pageQuery(entity, state);
  const page = hashKey(queryKey);
  const news = useNews(entity.key);
  const known = useRef(news);
  const [newer, setNewer] = useState<Newer<R>>();
  // What is shown was read once more meanwhile, before or after the news: only another reading can tell.
  const outrun = newer !== undefined && newer.page === page && newer.begun <= updated;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's name stands for the entity and its state.
  useEffect(() => {
    if (known.current === news && !outrun) return;
    known.current = news;
    const leaving = new AbortController();
    const begun = Date.now();
    pageOf(entity, state, leaving.signal)
      .then((rows) => setNewer({ page, begun, rows }))
      // The next news ask again; what is shown is whole.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [news, page, outrun]);

  const fits = shown !== undefined && newer?.page === page && !outrun;
  return {
    count: fits ? differenceOf(shown, newer.rows) : 0,
    show: () => {
      if (!newer) return;
      client.setQueryData(queryKey, newer.rows);
      setNewer(undefined);
    },
  };
}
