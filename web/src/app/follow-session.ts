import type { QueryClient } from '@tanstack/react-query';
import { i18next } from '@/i18n';
import { followOtherTabs, useAuth } from '@/stores/auth';
import { dropKeptBooking, keptBooking } from '@/stores/next-booking';
import type { createAppRouter } from './router';

/**
 * Undoes what a change of person leaves behind: what the last one saw leaves the cache, and route guards look
 * again. A new language asks the server again for the texts that it writes. Returns how to stop.
 */
export function followSession(
  queryClient: QueryClient,
  router: ReturnType<typeof createAppRouter>,
): () => void {
  // What is over, or whose person signed out elsewhere, does not stay until somebody looks for it.
  keptBooking();
  const endSession = useAuth.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    if (before.user) queryClient.clear();
    if (!now.user) dropKeptBooking();
    void router.invalidate();
  });
  const onLanguage = () => void queryClient.invalidateQueries();
  i18next.on('languageChanged', onLanguage);
  const endTabs = followOtherTabs();
  return () => {
    endSession();
    endTabs();
    i18next.off('languageChanged', onLanguage);
  };
}
