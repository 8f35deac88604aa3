const storageKey = 'reloaded-at';
const apartMilliseconds = 30_000;

/**
 * A release replaces the files that an open page still means to load. The first one that is missing reloads the page;
 * a second soon after is a real failure and stays one.
 */
export function reloadOnceAfterRelease(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < apartMilliseconds) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    location.reload();
  });
}
