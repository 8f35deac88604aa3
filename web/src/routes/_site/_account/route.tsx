import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../../-guards';

/** Pages of one's own: signed-in people only. */
export const Route = createFileRoute('/_site/_account')({
  beforeLoad: requireSession,
});
