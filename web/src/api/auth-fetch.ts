import { isExpired } from '@/lib/access-token';
import { aloneAmongTabs } from '@/lib/alone';
import type { Session } from '@/stores/auth';

/** What the session is to a request; the store in the site, a plain object in tests. */
export interface SessionHolder {
  tokens(): { accessToken: string | null; refreshToken: string | null };
  /** Reads what other tabs wrote. */
  reload(): Promise<void> | void;
  signIn(session: Session): void;
  /** The server ended the session. */
  end(): void;
}

interface CarrierOptions {
  readonly holder: SessionHolder;
  /** Exchanges a refresh token; null when the server refuses it, a rejection when no answer came. */
  readonly refresh: (refreshToken: string) => Promise<Session | null>;
  /** Runs work alone among all tabs. */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Sends something with an access token, or without one, and once more with a newer one. */
export type Carrier = (send: (token: string | null) => Promise<Response>) => Promise<Response>;

/**
 * Has requests carry the session (specification section 4): an expired token is refreshed before the call, a 401 is tried
 * once more after a refresh, requests that meet a running refresh wait for it, and tabs take turns. The person is signed
 * out when the server refuses the refresh token, and never because the network failed.
 */
export function createCarrier({
  holder,
  refresh,
  alone = (work) => aloneAmongTabs('auth-refresh', work),
}: CarrierOptions): Carrier {
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
    // Only the session that was exchanged is replaced or ends: signing out, or in again, meanwhile stands.
    if (holder.tokens().refreshToken !== refreshToken) return holder.tokens().accessToken;
    if (session === null) {
      holder.end();
      return null;
    }
    holder.signIn(session);
    return session.accessToken;
  }

  return async function carry(send) {
    const { accessToken, refreshToken } = holder.tokens();
    let token = accessToken;
    if (token && isExpired(token)) {
      token = refreshToken ? await freshToken(token) : null;
    }
    const response = await send(token);
    if (response.status !== 401 || !token) return response;
    const renewed = await freshToken(token);
    return renewed ? send(renewed) : response;
  };
}

interface Options {
  readonly carry: Carrier;
  /** Language for the server's messages. */
  readonly language: () => string;
  readonly fetch?: typeof globalThis.fetch;
}

/** A `fetch` that carries the session and the language. */
export function createAuthFetch({
  carry,
  language,
  fetch = (input, init) => globalThis.fetch(input, init),
}: Options): (request: Request) => Promise<Response> {
  return (request) =>
    carry((token) => {
      const headers = new Headers(request.headers);
      headers.set('Accept-Language', language());
      if (token) headers.set('Authorization', `Bearer ${token}`);
      // A copy, so that the body can be sent again.
      return fetch(new Request(request.clone(), { headers }));
    });
}
