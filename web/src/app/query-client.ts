import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Problem } from '@/api/problem';

/** A failure that asking again may mend is tried twice more; a refusal is final. */
function retry(failures: number, cause: Error): boolean {
  return failures < 2 && cause instanceof Problem && cause.transient && cause.status !== 429;
}

export function createQueryClient(): QueryClient {
  // It takes a page to begin with a network, and would not notice the first one to come.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      // Asked even when the browser thinks that there is no network: it is not always right, and whoever has none is told
      // so at once instead of waiting.
      queries: { retry, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
