import { isExpired } from '@/lib/access-token';
import type { Session } from '@/stores/auth';

/** What the session is to a request; the store in the site, a plain object in tests. */
export interface SessionHolder {
  tokens(): { accessToken: string | null; refreshToken: string | null };
  /** Reads what other tabs wrote. */
  reload(): Promise<void> | void;
  signIn(session: Session): void;
  signOut(): void;
}

interface Options {
  readonly holder: SessionHolder;
  /** Exchanges a refresh token; null when the server refuses it, a rejection when no answer came. */
  readonly refresh: (refreshToken: string) => Promise<Session | null>;
  /** Language for the server's messages. */
  readonly language: () => string;
  readonly fetch?: typeof globalThis.fetch;
  /** Runs work alone among all tabs. */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Runs work while holding a lock that every tab of this site shares; without locks, right away. */
function aloneAmongTabs<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  return navigator.locks.request('auth-refresh', work) as Promise<T>;
}

/**
 * A `fetch` that carries the session (specification section 4): an expired token is refreshed before the
 * call, a 401 is tried once more after a refresh, requests that meet a running refresh wait for it, and tabs
 * take turns. The person is signed out when the server refuses the refresh token, and never because the
 * network failed.
 */
export function createAuthFetch({
  holder,
  refresh,
  language,
  fetch = (input, init) => globalThis.fetch(input, init),
  alone = aloneAmongTabs,
}: Options): (request: Request) => Promise<Response> {
  let running: Promise<string | null> | undefined;

  /** A token other than the stale one, or null when there is no session any more. */
  function freshToken(stale: string): Promise<string | null> {
    running ??= alone(() => exchange(stale)).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function exchange(stale: string): Promise<string | null> {
    await holder.reload();
    const { accessToken, refreshToken } = holder.tokens();
    // Another tab was first, or somebody signed in meanwhile.
    if (accessToken && accessToken !== stale && !isExpired(accessToken)) return accessToken;
    if (!refreshToken) return null;
    const session = await refresh(refreshToken);
    if (session === null) {
      // Only the session that was refused ends; one that began meanwhile stays.
      if (holder.tokens().refreshToken === refreshToken) holder.signOut();
      return null;
    }
    holder.signIn(session);
    return session.accessToken;
  }

  function send(request: Request, token: string | null): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('Accept-Language', language());
    if (token) headers.set('Authorization', `Bearer ${token}`);
    // A copy, so that the body can be sent again.
    return fetch(new Request(request.clone(), { headers }));
  }

  return async function authFetch(request) {
    const { accessToken, refreshToken } = holder.tokens();
    let token = accessToken;
    if (token && isExpired(token)) {
      token = refreshToken ? await freshToken(token) : null;
    }
    const response = await send(request, token);
    if (response.status !== 401 || !token || !holder.tokens().refreshToken) return response;
    const renewed = await freshToken(token);
    return renewed ? send(request, renewed) : response;
  };
}
