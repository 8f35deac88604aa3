import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { ErrorState } from '@/ui/error-state';
import { problemText } from './problem-text';

/**
 * In place of what could not be loaded: the reason, a way to try again, and the reference to quote to us. Below an `h2` it
 * is a part of the page that failed, and says so.
 */
export function FailureState({
  error,
  onRetry,
  heading = 'h2',
}: {
  error: unknown;
  onRetry?: () => void;
  heading?: 'h1' | 'h2' | 'h3';
}) {
  const { t } = useTranslation();
  const problem = asProblem(error);
  return (
    <ErrorState
      heading={heading}
      title={t(heading === 'h3' ? 'errors.panel.title' : 'errors.page.title')}
      text={[problemText(problem, t), ...problem.fields.map(({ message }) => message)].join(' ')}
      retry={onRetry && { label: t('common.retry'), onClick: onRetry }}
      reference={problem.requestId && { label: t('errors.reference'), value: problem.requestId }}
    />
  );
}
