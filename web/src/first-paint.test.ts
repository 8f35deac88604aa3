import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchCode, firstPaint } from './first-paint';

let painted: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  painted = undefined;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly seen: (list: undefined, observer: unknown) => void) {}
      observe() {
        painted = () => this.seen(undefined, this);
      }
      disconnect() {
        painted = undefined;
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Whether the promise is settled once everything that is due has run. */
async function settled(promise: Promise<void>) {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

function rootWith(html: string) {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

describe('the first paint', () => {
  it('is waited for where the server put something to paint', async () => {
    const paint = firstPaint(rootWith('<header></header>'));
    expect(await settled(paint)).toBe(false);
    painted?.();
    expect(await settled(paint)).toBe(true);
  });

  it('is not waited for on a page without one', async () => {
    expect(await settled(firstPaint(rootWith('')))).toBe(true);
  });

  it('is not waited for in a tab that nobody looks at', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(await settled(firstPaint(rootWith('<header></header>')))).toBe(true);
  });

  it('keeps nobody waiting for ever', async () => {
    const paint = firstPaint(rootWith('<header></header>'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await settled(paint)).toBe(true);
  });
});

it("asks for the page's code together", () => {
  document.body.innerHTML =
    '<template id="code"><link rel="modulepreload" href="/assets/a.js" /><link rel="modulepreload" href="/assets/b.js" /></template>';
  fetchCode();
  const asked = [...document.head.querySelectorAll('link[rel="modulepreload"]')];
  expect(asked.map((link) => link.getAttribute('href'))).toEqual(['/assets/a.js', '/assets/b.js']);
  document.body.innerHTML = '';
  for (const link of asked) link.remove();
  fetchCode();
  expect(document.head.querySelector('link[rel="modulepreload"]')).toBeNull();
});
