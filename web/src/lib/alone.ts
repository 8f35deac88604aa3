/** How long a tab that fell silent is waited for, and how long two that reach out at once need to see each other. */
const leaseMilliseconds = 10_000;
const settleMilliseconds = 50;
const lookAgainMilliseconds = 250;

/**
 * Runs work alone among all tabs of this site, in the order of asking. Browsers have locks for it, but only on pages
 * that came by https or from this machine; elsewhere tabs agree through local storage, and without that the work runs
 * right away.
 */
export function aloneAmongTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : aloneByLease(name, work);
}

async function aloneByLease<T>(name: string, work: () => Promise<T>): Promise<T> {
  const key = `lock:${name}`;
  const mine = crypto.getRandomValues(new Uint32Array(2)).join('');
  const write = () => localStorage.setItem(key, `${mine} ${Date.now() + leaseMilliseconds}`);
  try {
    while (!(await take(key, mine, write))) await changed(key);
  } catch {
    // No storage, no other tab that could be told.
    return work();
  }
  const renewal = setInterval(write, leaseMilliseconds / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (ownerOf(key) === mine) localStorage.removeItem(key);
  }
}

/** Who holds the lease; undefined when nobody does, or whoever did has not renewed it. */
function ownerOf(key: string): string | undefined {
  const [owner, until] = (localStorage.getItem(key) ?? '').split(' ');
  return Number(until) > Date.now() ? owner : undefined;
}

/** Of several tabs that write at once the last one has it, which each sees a moment later. */
async function take(key: string, mine: string, write: () => void): Promise<boolean> {
  if (ownerOf(key) !== undefined) return false;
  write();
  await new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
  return ownerOf(key) === mine;
}

/** Waits until another tab wrote there, or for a moment. */
function changed(key: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('storage', onStorage);
      resolve();
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) done();
    };
    const timer = setTimeout(done, lookAgainMilliseconds);
    addEventListener('storage', onStorage);
  });
}
