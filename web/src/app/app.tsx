import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { i18next } from '@/i18n';
import { followSession } from './follow-session';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';
import { followReleases, startServiceWorker } from './service-worker';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

/** What a slow network keeps waiting longer sees the frame of the page with a sign of waiting in it. */
const longestWait = 1_000;

/** Draws the site once its first page can be drawn whole, so that nothing that is there already goes away in between. */
export async function draw(root: HTMLElement): Promise<void> {
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
  // In pieces, between which the browser answers whoever presses something already.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** The whole site: texts, server data and routes. */
function App() {
  useEffect(() => followSession(queryClient, router), []);
  useEffect(() => {
    // Development builds files as they are asked for: none of them may be kept.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    startServiceWorker();
    return followReleases(navigator.serviceWorker, router, () => queryClient.isMutating() > 0);
  }, []);
  return (
    <I18nextProvider i18n={i18next}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>
  );
}
