import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { authQueries } from '@/api/queries/auth';
import { AdminShell } from '@/features/admin-shell/admin-shell';
import { loadAdminTexts } from '@/i18n';
import { rawSearch } from '@/lib/search-params';
import { isStaff, useAuth } from '@/stores/auth';
import { requireSession } from '../-guards';

/**
 * The admin area. Visitors sign in first, and customers get the page for addresses that do not exist (specification
 * section 4); neither downloads anything of it. Lists read their own search parameters.
 */
export const Route = createFileRoute('/admin')({
  validateSearch: rawSearch,
  beforeLoad: (where) => {
    requireSession(where);
    if (!isStaff(useAuth.getState().user)) throw notFound({ routeId: rootRouteId });
  },
  loader: async ({ context }) => {
    await Promise.all([loadAdminTexts(), context.queryClient.ensureQueryData(authQueries.me(true))]);
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: AdminShell,
});
