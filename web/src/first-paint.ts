/** How long a paint is waited for at most: a page that nobody looks at is not painted. */
const longestWait = 1_000;

/**
 * Resolves once what the server put into the page is painted, at once where it put nothing there. Code that travels
 * beside the first paint's styles and picture only keeps them waiting.
 */
export async function firstPaint(root: HTMLElement): Promise<void> {
  if (!root.hasChildNodes() || document.hidden) return;
  await new Promise<void>((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, longestWait);
  });
}

/** Has the browser fetch all files of the page's code together, instead of each when the one that wants it has run. */
export function fetchCode(): void {
  const code = document.querySelector<HTMLTemplateElement>('template#code');
  if (code) document.head.append(code.content);
}
