import { describe, expect, it } from 'vitest';
import { answer, type Kept, wayOf } from './answer';

const origin = 'https://rihla.example';
const asked = (path: string, mode = 'cors', method = 'GET') =>
  wayOf({ method, mode, url: new URL(path, origin).href }, origin);

describe('how a request is answered', () => {
  it.each([
    '/',
    '/my-bookings',
    '/results?startDate=2027-01-01',
    '/booking/1',
    '/booking/payment/1',
    '/auth/login',
    '/motorcycle/1',
  ])('takes %s for a page', (path) => expect(asked(path, 'navigate')).toBe('page'));

  it.each([
    '/bookings/1',
    '/bookings/1/contract?lang=fr',
    '/media/1/960.jpg',
    '/dev/mailbox',
    '/payments/callback',
    '/sitemap.xml',
    '/users/1/export',
  ])('does not take %s for one', (path) => expect(asked(path, 'navigate')).toBe('pass'));

  it.each(['/assets/app-1.js', '/fonts/readex-pro-latin.woff2', '/pictures/logo-mark.svg'])(
    'keeps %s',
    (path) => expect(asked(path, 'no-cors')).toBe('kept'),
  );

  it.each(['/boot.js', '/locales/ar.json'])('asks for %s anew while it can', (path) =>
    expect(asked(path)).toBe('text'),
  );

  // Whatever the API says is somebody's, or changes: none of it is ever kept.
  it.each([
    '/bookings',
    '/bookings/1',
    '/bookings/1/lock-code',
    '/auth/me',
    '/users/1',
    '/motorcycles/search?limit=10',
    '/places?q=fes',
    '/media/1',
    '/sw.js',
    '/site.webmanifest',
    'https://tiles.example/assets/1.png',
  ])('lets %s pass', (path) => expect(asked(path)).toBe('pass'));

  it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('lets %s pass', (method) => {
    expect(asked('/assets/app-1.js', 'cors', method)).toBe('pass');
    expect(asked('/booking', 'navigate', method)).toBe('pass');
  });
});

/** A cache with these texts by address, and a network that answers with `fresh`, or not at all. */
function world(held: Record<string, string>, fresh?: { text: string; status?: number }) {
  const store = new Map(Object.entries(held));
  const kept: Kept = {
    match: async (url) => (store.has(url) ? new Response(store.get(url)) : undefined),
    put: async (url, response) => void store.set(url, await response.text()),
  };
  let asked = 0;
  const network = async () => {
    asked += 1;
    if (!fresh) throw new TypeError('no network');
    return new Response(fresh.text, { status: fresh.status ?? 200 });
  };
  const never = () => new Promise<void>(() => undefined);
  return { store, times: () => asked, sources: { kept, network, patience: never, shell: '/shell' } };
}

const textOf = async (response: Promise<Response>) => (await response).text();

describe('a page', () => {
  it('is the one of the network, whatever is kept', async () => {
    const { sources, store } = world({ '/shell': 'old' }, { text: 'new' });
    expect(await textOf(answer('page', '/booking/1', sources))).toBe('new');
    expect([...store]).toEqual([['/shell', 'old']]);
  });

  it('is the one of the network when that refuses', async () => {
    const { sources } = world({ '/shell': 'old' }, { text: 'not found', status: 404 });
    expect((await answer('page', '/nothing', sources)).status).toBe(404);
  });

  it('is the shell without a network', async () => {
    const { sources } = world({ '/shell': 'shell' });
    expect(await textOf(answer('page', '/booking/1', sources))).toBe('shell');
  });

  it('is the shell when the network takes too long, and waited for when there is none', async () => {
    const slow = { network: () => new Promise<Response>(() => undefined), patience: async () => undefined };
    const { sources } = world({ '/shell': 'shell' });
    expect(await textOf(answer('page', '/booking/1', { ...sources, ...slow }))).toBe('shell');
    const empty = world({}, { text: 'late' }).sources;
    expect(await textOf(answer('page', '/booking/1', { ...empty, patience: async () => undefined }))).toBe(
      'late',
    );
  });

  it('fails as the network does when nothing is kept', async () => {
    await expect(answer('page', '/booking/1', world({}).sources)).rejects.toThrow('no network');
  });
});

describe('texts', () => {
  it('are the newest, and those of the release without a network', async () => {
    const held = { '/locales/fr.json': 'old' };
    const online = world(held, { text: 'new' });
    expect(await textOf(answer('text', '/locales/fr.json', online.sources))).toBe('new');
    expect(online.store.get('/locales/fr.json')).toBe('old');
    expect(await textOf(answer('text', '/locales/fr.json', world(held).sources))).toBe('old');
  });
});

describe('what does not change', () => {
  it('is asked for once', async () => {
    const { sources, times } = world({}, { text: 'code' });
    expect(await textOf(answer('kept', '/assets/a.js', sources))).toBe('code');
    expect(await textOf(answer('kept', '/assets/a.js', sources))).toBe('code');
    expect(times()).toBe(1);
  });

  it('is not kept when it is missing', async () => {
    const { sources, store } = world({}, { text: 'gone', status: 404 });
    expect((await answer('kept', '/assets/a.js', sources)).status).toBe(404);
    expect(store.size).toBe(0);
  });
});
