import { Navigate } from '@tanstack/react-router';
import { ForbiddenPage } from '@/crud/state-pages';
import { useSections } from './admin-nav';

/** Leads to the first section that the person may enter. */
export function AdminIndex() {
  const [first] = useSections();
  if (!first) return <ForbiddenPage />;
  // The addresses of sections are made of their keys: see AdminLink.
  return <Navigate to={`/admin/${first.key}` as '/admin'} search={{}} replace />;
}
