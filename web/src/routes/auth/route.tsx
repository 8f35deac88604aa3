import { createFileRoute, Outlet } from '@tanstack/react-router';
import { textParam } from '@/lib/search-params';
import { requireNoSession } from '../-guards';

/** Sign-in pages: no header, no footer (specification section 2), and only for signed-out people. */
export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = textParam(search, 'redirect');
    return redirect === '' ? {} : { redirect };
  },
  beforeLoad: requireNoSession,
  component: Outlet,
});
