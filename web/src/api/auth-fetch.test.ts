import { describe, expect, it, vi } from 'vitest';
import type { Session } from '@/stores/auth';
import { accessToken, makeUser } from '@/test/session';
import { createAuthFetch, createCarrier, type SessionHolder } from './auth-fetch';

const address = 'http://rihla.test/bookings';

function session(mark: string): Session {
  return { user: makeUser(), accessToken: accessToken(600, mark), refreshToken: `refresh-${mark}` };
}

/** A session in memory; `other` plays what another tab stored meanwhile. */
function holder(start: Partial<Session>, other?: Session) {
  let now = { accessToken: start.accessToken ?? null, refreshToken: start.refreshToken ?? null };
  return {
    tokens: () => now,
    reload: vi.fn(() => {
      if (other) now = other;
    }),
    signIn: vi.fn((next: Session) => {
      now = next;
    }),
    end: vi.fn(() => {
      now = { accessToken: null, refreshToken: null };
    }),
  } satisfies SessionHolder;
}

/** A server that lets in only the given tokens and remembers what it was sent. */
function serverAccepting(...tokens: string[]) {
  const seen: Array<{ token: string | null; language: string | null; body: string }> = [];
  const fetch = vi.fn(async (input: RequestInfo | URL) => {
    const request = input as Request;
    const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    seen.push({ token, language: request.headers.get('Accept-Language'), body: await request.text() });
    return new Response(null, { status: token !== null && tokens.includes(token) ? 200 : 401 });
  });
  return { fetch, seen };
}

/** The fetch of a tab whose turn always comes at once. */
function fetchOf({
  fetch,
  ...session
}: { fetch: typeof globalThis.fetch } & Parameters<typeof createCarrier>[0]) {
  const carry = createCarrier({ alone: (work) => work(), ...session });
  return createAuthFetch({ carry, language: () => 'ar', fetch });
}

describe('authFetch', () => {
  it('sends a good token and the language, and refreshes nothing', async () => {
    const current = session('current');
    const server = serverAccepting(current.accessToken);
    const refresh = vi.fn();
    const authFetch = fetchOf({
      holder: holder(current),
      refresh,
      fetch: server.fetch,
    });
    expect((await authFetch(new Request(address))).status).toBe(200);
    expect(server.seen).toEqual([{ token: current.accessToken, language: 'ar', body: '' }]);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('sends no token when nobody is signed in, and passes a 401 on', async () => {
    const server = serverAccepting();
    const refresh = vi.fn();
    const authFetch = fetchOf({ holder: holder({}), refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(401);
    expect(server.seen).toHaveLength(1);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('refreshes an expired token once for all waiting requests', async () => {
    const next = session('next');
    const store = holder({ accessToken: accessToken(59), refreshToken: 'refresh-old' });
    const server = serverAccepting(next.accessToken);
    const refresh = vi.fn(async () => next);
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    const answers = await Promise.all([1, 2, 3, 4].map(() => authFetch(new Request(address))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(refresh).toHaveBeenCalledWith('refresh-old');
    expect(store.signIn).toHaveBeenCalledWith(next);
  });

  it('counts an undecodable token as expired', async () => {
    const next = session('next');
    const server = serverAccepting(next.accessToken);
    const refresh = vi.fn(async () => next);
    const store = holder({ accessToken: 'garbage', refreshToken: 'refresh-old' });
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(200);
    expect(server.seen.map(({ token }) => token)).toEqual([next.accessToken]);
  });

  it('tries a 401 once more after a refresh, with the same body', async () => {
    const current = session('revoked');
    const next = session('next');
    const server = serverAccepting(next.accessToken);
    const refresh = vi.fn(async () => next);
    const authFetch = fetchOf({
      holder: holder(current),
      refresh,
      fetch: server.fetch,
    });
    const request = new Request(address, { method: 'POST', body: '{"a":1}' });
    expect((await authFetch(request)).status).toBe(200);
    expect(server.seen.map(({ token, body }) => [token, body])).toEqual([
      [current.accessToken, '{"a":1}'],
      [next.accessToken, '{"a":1}'],
    ]);
  });

  it('tries a 401 only once', async () => {
    const server = serverAccepting();
    const refresh = vi.fn(async () => session('next'));
    const authFetch = fetchOf({
      holder: holder(session('current')),
      refresh,
      fetch: server.fetch,
    });
    expect((await authFetch(new Request(address))).status).toBe(401);
    expect(server.seen).toHaveLength(2);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('signs out when the refresh token is refused, and gives the 401', async () => {
    const store = holder(session('current'));
    const server = serverAccepting();
    const authFetch = fetchOf({
      holder: store,
      refresh: async () => null,
      fetch: server.fetch,
    });
    expect((await authFetch(new Request(address))).status).toBe(401);
    expect(store.end).toHaveBeenCalledTimes(1);
    expect(server.seen).toHaveLength(1);
  });

  it('keeps the session when the network fails during a refresh, and can try again later', async () => {
    const next = session('next');
    const store = holder({ accessToken: accessToken(0), refreshToken: 'refresh-old' });
    const server = serverAccepting(next.accessToken);
    const refresh = vi
      .fn<(token: string) => Promise<Session | null>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(next);
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    await expect(authFetch(new Request(address))).rejects.toThrow('Failed to fetch');
    expect(store.end).not.toHaveBeenCalled();
    expect((await authFetch(new Request(address))).status).toBe(200);
  });

  it('uses what another tab refreshed while this one waited for its turn', async () => {
    const theirs = session('theirs');
    const store = holder({ accessToken: accessToken(0), refreshToken: 'refresh-old' }, theirs);
    const server = serverAccepting(theirs.accessToken);
    const refresh = vi.fn();
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(200);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('lets requests that are refused together wait for one refresh', async () => {
    const next = session('next');
    const server = serverAccepting(next.accessToken);
    const refresh = vi.fn(async () => next);
    const authFetch = fetchOf({ holder: holder(session('revoked')), refresh, fetch: server.fetch });
    const answers = await Promise.all([1, 2, 3].map(() => authFetch(new Request(address))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('sends a request again whose refusal arrives after the refresh, without another', async () => {
    const revoked = session('revoked');
    const next = session('next');
    const store = holder(revoked);
    const server = serverAccepting(next.accessToken);
    const late: Array<() => void> = [];
    const fetch = vi.fn(async (input: RequestInfo | URL) => {
      if (late.length === 0) await new Promise<void>((resolve) => late.push(resolve));
      return server.fetch(input);
    });
    const refresh = vi.fn(async () => next);
    const authFetch = fetchOf({ holder: store, refresh, fetch });
    const slow = authFetch(new Request(address));
    expect((await authFetch(new Request(address))).status).toBe(200);
    late[0]?.();
    expect((await slow).status).toBe(200);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('passes a 401 on when there is no refresh token', async () => {
    const refresh = vi.fn();
    const server = serverAccepting();
    const store = holder({ accessToken: accessToken(600) });
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(401);
    expect(server.seen).toHaveLength(1);
    expect(refresh).not.toHaveBeenCalled();
    expect(store.end).not.toHaveBeenCalled();
  });

  it('signs nobody in again who signed out while the tokens were exchanged', async () => {
    const store = holder({ accessToken: accessToken(0), refreshToken: 'refresh-old' });
    const server = serverAccepting();
    const refresh = vi.fn(async () => {
      store.end();
      return session('next');
    });
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(401);
    expect(store.signIn).not.toHaveBeenCalled();
    expect(server.seen.map(({ token }) => token)).toEqual([null]);
  });

  it('leaves alone who signed in while an old session was refused', async () => {
    const theirs = session('theirs');
    const store = holder({ accessToken: accessToken(0), refreshToken: 'refresh-old' });
    const server = serverAccepting(theirs.accessToken);
    const refresh = vi.fn(async () => {
      store.signIn(theirs);
      return null;
    });
    const authFetch = fetchOf({ holder: store, refresh, fetch: server.fetch });
    expect((await authFetch(new Request(address))).status).toBe(200);
    expect(store.end).not.toHaveBeenCalled();
  });
});
