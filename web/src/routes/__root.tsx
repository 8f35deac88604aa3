import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { Root } from '@/features/shell/root';
import { SiteShell } from '@/features/shell/site-shell';
import { NotFoundPage } from '@/features/shell/state-pages';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page's title; pages that know better use `useDocumentTitle`. */
    title?: ParseKeys;
    /** Key of the sentence that describes it, the site's own when absent; false: the page uses `useDescription`. */
    description?: ParseKeys | false;
  }

  /** What one page tells the next beside its address, also after a reload. */
  interface HistoryState {
    /** Address of whoever is about to sign in or to ask for a link. */
    email?: string;
    /** A new password has just been chosen. */
    passwordSet?: boolean;
    /** The server ended the session in the middle of something. */
    sessionEnded?: boolean;
    /** A mailed link has just proved an address. */
    emailConfirmed?: boolean;
  }
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <SiteShell>
      <NotFoundPage />
    </SiteShell>
  ),
});
