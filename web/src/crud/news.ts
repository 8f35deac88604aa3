import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { News } from '@/api/types';

/** How often is asked, in milliseconds, and how seldom at worst while asking fails. */
const usualWait = 5_000;
const longestWait = 120_000;
/** Events are told again for some seconds: so many are remembered. */
const mostKnown = 1_000;

/** Which list shows what a kind of event changes. A booking and its payments show parts of one another. */
const lists: Readonly<Record<string, readonly string[]>> = {
  booking: ['bookings', 'payments'],
  payment: ['bookings', 'payments'],
  motorcycle: ['motorcycles'],
};

/** How often something was told of each list, and of everything. */
const useTold = create<Readonly<Record<string, number>>>(() => ({}));

function tell(...names: string[]) {
  useTold.setState((told) => Object.fromEntries(names.map((name) => [name, (told[name] ?? 0) + 1])));
}

/** A number that grows with every news of a list; without one, with every news at all. */
export function useNews(list?: string): number {
  return useTold((told) => (told.everything ?? 0) + (told[list ?? 'anything'] ?? 0));
}

/** Reads what is kept below a key again whenever there is news, for what changes in its place and moves nothing. */
export function useFreshOnNews(key: QueryKey): void {
  const client = useQueryClient();
  const news = useNews();
  const known = useRef(news);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever shows something shows the same as long as it is there.
  useEffect(() => {
    if (known.current === news) return;
    known.current = news;
    void client.invalidateQueries({ queryKey: key });
  }, [news, client]);
}

/**
 * Asks the server every few seconds what has happened, while somebody looks at the window and there is a network, and tells
 * `useNews`. Whoever comes back to the window is told that everything may be different: not all that changes is an event.
 * Returns how to stop. There is one for the whole admin area.
 */
export function followNews(mayAsk: boolean): () => void {
  let since: string | undefined;
  let wait = usualWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let known: readonly string[] = [];

  const awake = () => !document.hidden && navigator.onLine;
  const rest = () => {
    clearTimeout(timer);
    if (mayAsk && awake()) timer = setTimeout(() => void ask(), wait);
  };
  const hear = ({ events, at, isComplete }: News) => {
    since = at;
    wait = usualWait;
    const fresh = events.filter(({ id }) => !known.includes(id));
    known = [...known, ...fresh.map(({ id }) => id)].slice(-mostKnown);
    const concerned = new Set(fresh.flatMap(({ type }) => lists[type.split('.')[0] ?? ''] ?? []));
    if (!isComplete) tell('everything');
    else if (fresh.length > 0) tell('anything', ...concerned);
  };
  const ask = async () => {
    if (asking) return;
    const mine = new AbortController();
    asking = mine;
    try {
      hear(await dataOf(api.GET('/events', { params: { query: { since } }, signal: mine.signal })));
    } catch (cause) {
      if (mine.signal.aborted) return;
      // An instant that the server takes for one to come: its clock was put right. It names another one.
      if (asProblem(cause).status === 422) since = undefined;
      wait = Math.min(wait * 2, longestWait);
    } finally {
      asking = undefined;
    }
    rest();
  };
  const wake = () => {
    if (!awake()) return clearTimeout(timer);
    tell('everything');
    wait = usualWait;
    if (mayAsk) void ask();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  window.addEventListener('offline', wake);
  if (mayAsk && awake()) void ask();
  return () => {
    clearTimeout(timer);
    asking?.abort();
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', wake);
  };
}

/** Follows the news as long as the admin area is open. */
export function useFollowedNews(mayAsk: boolean): void {
  useEffect(() => followNews(mayAsk), [mayAsk]);
}
