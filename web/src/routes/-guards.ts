import { redirect } from '@tanstack/react-router';
import { safeRedirect } from '@/lib/safe-redirect';
import { useAuth } from '@/stores/auth';

/** For `beforeLoad` of pages that need a person: the others sign in first and come back to the same address. */
export function requireSession({ location }: { location: { href: string } }): void {
  const { authenticated, ended } = useAuth.getState();
  if (authenticated) return;
  throw redirect({
    to: '/auth/login',
    search: { redirect: location.href },
    ...(ended !== null && { state: { sessionEnded: true, email: ended } }),
  });
}

/** For `beforeLoad` of signing in and registering: who is signed in goes on to where they were going. */
export function requireNoSession({ search }: { search: { redirect?: string } }): void {
  if (useAuth.getState().authenticated) {
    throw redirect({ href: safeRedirect(search.redirect), replace: true });
  }
}
