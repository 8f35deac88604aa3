import type { ReactNode } from 'react';
import { AdminLink } from './admin-link';

/** What names a row of a list: a link to its record, where it leads to one. */
export function RowName({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <AdminLink to={to} className="rounded-sm text-majorelle underline-offset-4 hover:underline">
      {children}
    </AdminLink>
  );
}
