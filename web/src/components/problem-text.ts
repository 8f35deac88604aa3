import type { TFunction } from 'i18next';
import type { Problem } from '@/api/problem';

/**
 * What a failed call means to the reader: what happened, what was not lost, what to do. The server's own sentence is
 * preferred; it is already in the reader's language. What never reached it, or failed inside, has ours.
 */
export function problemText(problem: Problem, t: TFunction): string {
  if (problem.code === 'NETWORK') return t('errors.network');
  if (problem.status === 429) return t('errors.tooMany', { count: problem.retryAfter ?? 30 });
  if (problem.status === 0 || problem.status >= 500) {
    return problem.code === 'GATEWAY_ERROR' && problem.message ? problem.message : t('errors.server');
  }
  return problem.message || t('errors.generic');
}
