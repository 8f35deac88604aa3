import { QueryClient } from '@tanstack/react-query';
import { Problem } from '@/api/problem';

/** A failure that asking again may mend is tried twice more; a refusal is final. */
function retry(failures: number, cause: Error): boolean {
  return failures < 2 && cause instanceof Problem && cause.transient && cause.status !== 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 30_000 },
      mutations: { retry: false },
    },
  });
}
