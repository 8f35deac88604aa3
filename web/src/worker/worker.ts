/** The service worker: built into /sw.js by scripts/build-worker.mjs, registered by app/service-worker.ts. */
import { answer, wayOf } from './answer';

/** Addresses of the release that the worker came with, and its name; put in by the build. */
declare const FILES: readonly string[];
declare const RELEASE: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** As much of the worker's world as is used; the compiler's library knows only the page's. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
const prefix = 'rihla-';
const cacheName = prefix + RELEASE;
/** A page that says nothing of itself: the shell of every other. */
const shell = '/my-bookings';
const patienceMilliseconds = 4_000;

/** Whole or not at all, so that a release that is only half there never takes over. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...FILES]);
  const page = await fetch(shell, { headers: { Accept: 'text/html' }, cache: 'no-cache' });
  if (!page.ok) throw new Error(`the shell: status ${page.status}`);
  await cache.put(shell, page);
  // No page waits for another tab to close: pages come from the network first, so that they and the worker never differ
  // for long, and a page that is open already reloads when it misses a file (app/release.ts).
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser asks for a page while the worker starts, not after.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function respond(event: Fetching, way: 'page' | 'text' | 'kept'): Promise<Response> {
  const cache = await caches.open(cacheName);
  const { request } = event;
  return answer(way, request.url, {
    kept: {
      match: (url) => cache.match(url, { ignoreVary: true }),
      put: (url, fresh) => cache.put(url, fresh),
    },
    network: async () => (await event.preloadResponse) ?? fetch(request),
    patience: () => new Promise((resolve) => setTimeout(resolve, patienceMilliseconds)),
    shell,
  });
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, location.origin);
  if (way !== 'pass') event.respondWith(respond(event, way));
});
