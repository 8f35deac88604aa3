import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineNotice } from '@/components/offline-notice';
import { useDescription, useDocumentTitle } from '@/components/page-title';
import { Toaster } from '@/components/toaster';

/** Moves reading to where a page begins, and returns that. */
function focusOnStart(): HTMLElement | null {
  const start =
    document.querySelector<HTMLElement>('main [data-outcome]') ??
    document.querySelector<HTMLElement>('main h1');
  if (start) start.tabIndex = -1;
  start?.focus({ preventScroll: true });
  return start;
}

/**
 * Moves reading to the new page's heading after each change of page, as a full page load would; or to what came of the
 * page before, where the new one says it (`data-outcome`). Where the heading of what is shown meanwhile gives way to that
 * of the page itself, reading goes on there, unless the person has gone elsewhere.
 */
function useFocusOnNavigation() {
  const router = useRouter();
  useEffect(() => {
    let start: HTMLElement | null = null;
    const replaced = new MutationObserver(() => {
      if (start === null || start.isConnected) return;
      start = document.activeElement === document.body ? focusOnStart() : null;
    });
    replaced.observe(document.body, { childList: true, subtree: true });
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) start = focusOnStart();
    });
    return () => {
      unsubscribe();
      replaced.disconnect();
    };
  }, [router]);
}

/** What the program says of the page that it sends, to who does not run this code. */
const saidOfLoadedPage =
  'link[rel="canonical"], link[hreflang], meta[property^="og:"], meta[name="robots"], script[type="application/ld+json"]';

/** Takes back what is only true of the page that was loaded once another is shown: browsers share the canonical address. */
function useHeadOfLoadedPage() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ hrefChanged, fromLocation }) => {
        if (!hrefChanged || !fromLocation) return;
        for (const tag of document.head.querySelectorAll(saidOfLoadedPage)) tag.remove();
      }),
    [router],
  );
}

/** What every page shares: titles, focus and toasts. */
export function Root() {
  const { t } = useTranslation();
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  useDocumentTitle(title && t(title));
  const description = useMatches({
    select: (matches) =>
      matches.findLast((match) => match.staticData.description !== undefined)?.staticData.description ??
      'meta.description',
  });
  useDescription(description === false ? undefined : t(description));
  useHeadOfLoadedPage();
  useFocusOnNavigation();
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <Toaster />
    </>
  );
}
