import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@/components/page-title';
import { Toaster } from '@/components/toaster';

/**
 * Moves reading to the new page's heading after each change of page, as a full page load would; or to what came of the
 * page before, where the new one says it (`data-outcome`).
 */
function useFocusOnNavigation() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const start =
          document.querySelector<HTMLElement>('main [data-outcome]') ??
          document.querySelector<HTMLElement>('main h1');
        if (!start) return;
        start.tabIndex = -1;
        start.focus({ preventScroll: true });
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
  useFocusOnNavigation();
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
