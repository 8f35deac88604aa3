import type { Permission } from '@/api/types';
import { type SessionUser, useAuth } from '@/stores/auth';

/** Whether a person holds one of these permissions. For showing and hiding only: the server decides. */
export function holds(
  user: SessionUser | null,
  ...permissions: readonly (Permission | undefined)[]
): boolean {
  return permissions.some((permission) => permission !== undefined && user?.permissions[permission] === true);
}

/** The same of whoever is signed in, kept up to date. */
export function useCan(...permissions: readonly (Permission | undefined)[]): boolean {
  return useAuth(({ user }) => holds(user, ...permissions));
}

/** Whether somebody works for the whole platform: for columns, filters and fields that a franchise has no choice in. */
export function ofPlatform(user: SessionUser): boolean {
  return user.role === 'ADMIN';
}
