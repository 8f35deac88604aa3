import { createFileRoute, Outlet } from '@tanstack/react-router';
import { textParam } from '@/lib/search-params';

/** Sign-in pages and those that mails lead to: no header, no footer (specification section 2). */
export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = textParam(search, 'redirect');
    return redirect === '' ? {} : { redirect };
  },
  component: Outlet,
});
