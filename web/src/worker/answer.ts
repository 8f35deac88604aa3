/**
 * How the site's service worker answers, apart from the browser that it runs in. It keeps the site itself, so that it
 * opens without a network, and nothing of anybody: answers of the API never pass through its hands. The next booking
 * is kept by the page (stores/next-booking.ts), which knows whose it is.
 */

/** What stands in a request that decides how it is answered. */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/**
 * - `page`: the network, and the shell when it fails or takes too long.
 * - `text`: the network, and what came with this release when it fails or takes too long. A page that is newer than the
 *   worker thus has its own texts.
 * - `kept`: what is there already, else the network. For what never changes, or hardly.
 * - `pass`: as if there were no worker.
 */
export type Way = 'page' | 'text' | 'kept' | 'pass';

export function wayOf({ method, mode, url }: Asked, origin: string): Way {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'pass';
  if (mode === 'navigate') return isPage(address.pathname) ? 'page' : 'pass';
  if (/^\/(assets|fonts|pictures)\//.test(address.pathname)) return 'kept';
  return address.pathname === '/boot.js' || address.pathname.startsWith('/locales/') ? 'text' : 'pass';
}

/** Pages of the site: not what the program serves beside it, papers and files among them. */
function isPage(path: string): boolean {
  const [, first = '', second] = path.split('/');
  if (second === undefined) return !first.includes('.');
  return ['booking', 'motorcycle', 'auth'].includes(first);
}

export interface Kept {
  match(url: string): Promise<Response | undefined>;
  put(url: string, answer: Response): Promise<void>;
}

export interface Sources {
  readonly kept: Kept;
  /** Asks the network for what was asked; rejects when there is none. */
  readonly network: () => Promise<Response>;
  /** Resolves when the network has been waited for long enough. */
  readonly patience: () => Promise<void>;
  /** Where the shell is kept. */
  readonly shell: string;
}

/** The answer to a request that is not passed on. Rejects, as the network does, when there is nothing to answer with. */
export async function answer(way: Exclude<Way, 'pass'>, url: string, sources: Sources): Promise<Response> {
  const { kept, network, patience, shell } = sources;
  if (way === 'kept') {
    const found = await kept.match(url);
    if (found) return found;
    const fresh = await network();
    if (fresh.ok) await kept.put(url, fresh.clone());
    return fresh;
  }
  const fresh = network();
  const first = await Promise.race([fresh.catch(() => undefined), patience()]);
  if (first) return first;
  // The network failed, or is slow: what is kept is better than waiting on, and waiting on is better than nothing.
  return (await kept.match(way === 'page' ? shell : url)) ?? fresh;
}
