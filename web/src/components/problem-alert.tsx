import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '@/api/problem';
import { Alert } from '@/ui/alert';
import { Code } from './code';
import { problemText } from './problem-text';

/** What to quote to us of a failure that is ours, or of what should have been allowed. */
export function ProblemReference({ problem: { status, requestId } }: { problem: Problem }) {
  const { t } = useTranslation();
  if (!requestId || (status < 500 && status !== 403)) return null;
  return (
    <p className="mt-1 text-xs text-muted">
      {t('errors.reference')} <Code className="wrap-anywhere">{requestId}</Code>
    </p>
  );
}

/**
 * Where a call failed: what happened, what was not lost, what to do. Nothing when there is no error, or when all that the
 * server refused are `fields`, which say so themselves; what it refused of others is said here.
 */
export function ProblemAlert({
  error,
  fields = [],
  text = problemText,
  ...alert
}: {
  error: unknown;
  /** Inputs that show what the server says of them. */
  fields?: readonly string[];
  /** Other words than the usual ones. */
  text?: typeof problemText;
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}) {
  const { t } = useTranslation();
  if (!error) return null;
  const problem = asProblem(error);
  const others = problem.fields.filter(({ field }) => !fields.includes(field));
  if (problem.fields.length > 0 && others.length === 0) return null;
  return (
    <Alert tone="danger" {...alert}>
      <p>{text(problem, t)}</p>
      {others.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      <ProblemReference problem={problem} />
    </Alert>
  );
}
