import type { createAppRouter } from './router';

const hour = 3_600_000;

/**
 * Registers the service worker, once the page has all that it came for, and looks for a newer one when somebody comes
 * back to a page that stayed open. Where there is none, or it is refused, the site is as it was before.
 */
export function startServiceWorker(): void {
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
      let looked = Date.now();
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible' || Date.now() - looked < hour) return;
        looked = Date.now();
        // Without a network there is none to find.
        registration.update().catch(() => undefined);
      });
    } catch {
      // Private windows and some settings refuse it.
    }
  };
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

/**
 * A page that stays open for days, as an installed site does, runs the code that it was opened with. Once a newer release
 * has come, the next change of page loads that page whole, unless something is being sent. Returns how to stop.
 */
export function followReleases(
  worker: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener' | 'removeEventListener'>,
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>,
  busy: () => boolean,
  load: (address: string) => void = (address) => location.assign(address),
): () => void {
  // The first worker of a browser comes with the page's own release.
  let first = worker.controller === null;
  let newer = false;
  const onChange = () => {
    newer ||= !first;
    first = false;
  };
  worker.addEventListener('controllerchange', onChange);
  const endRouter = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (newer && pathChanged && !busy()) load(toLocation.href);
  });
  return () => {
    worker.removeEventListener('controllerchange', onChange);
    endRouter();
  };
}
