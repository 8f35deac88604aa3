import { describe, expect, it, vi } from 'vitest';
import { renderSite } from '@/test/site';
import { followReleases } from './service-worker';

/** Pages of a browser whose worker changes when told to. */
function open(controller: ServiceWorker | null) {
  const worker = Object.assign(new EventTarget(), { controller });
  const { router } = renderSite('/about-us');
  const load = vi.fn();
  const state = { busy: false };
  const stop = followReleases(worker, router, () => state.busy, load);
  return { change: () => worker.dispatchEvent(new Event('controllerchange')), router, load, state, stop };
}

const present = {} as ServiceWorker;

describe('a newer release', () => {
  it('is taken in with the next page, and never under what is being read', async () => {
    const { change, router, load } = open(present);
    await router.load();
    await router.navigate({ to: '/privacy-policy' });
    expect(load).not.toHaveBeenCalled();
    change();
    expect(load).not.toHaveBeenCalled();
    await router.navigate({ to: '/privacy-policy', search: { lang: 'fr' } as never });
    expect(load).not.toHaveBeenCalled();
    await router.navigate({ to: '/about-us' });
    expect(load).toHaveBeenCalledExactlyOnceWith('/about-us');
  });

  it('waits while something is being sent', async () => {
    const { change, router, load, state } = open(present);
    await router.load();
    change();
    state.busy = true;
    await router.navigate({ to: '/privacy-policy' });
    expect(load).not.toHaveBeenCalled();
    state.busy = false;
    await router.navigate({ to: '/about-us' });
    expect(load).toHaveBeenCalledOnce();
  });

  it('is not what the first worker of a browser brings', async () => {
    const { change, router, load } = open(null);
    await router.load();
    change();
    await router.navigate({ to: '/privacy-policy' });
    expect(load).not.toHaveBeenCalled();
    change();
    await router.navigate({ to: '/about-us' });
    expect(load).toHaveBeenCalledOnce();
  });

  it('is nobody’s business once the page is gone', async () => {
    const { change, router, load, stop } = open(present);
    await router.load();
    stop();
    change();
    await router.navigate({ to: '/privacy-policy' });
    expect(load).not.toHaveBeenCalled();
  });
});
