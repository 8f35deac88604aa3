import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aloneAmongTabs } from './alone';

/** Work that says when it began and ends when it is let go. */
function held() {
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = vi.fn(() => gate);
  return { work, end };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("uses the browser's locks where there are any", async () => {
  const request = vi.fn((_name: string, work: () => Promise<string>) => work());
  vi.stubGlobal('navigator', { locks: { request } });
  await expect(aloneAmongTabs('refresh', async () => 'done')).resolves.toBe('done');
  expect(request).toHaveBeenCalledWith('refresh', expect.any(Function));
});

describe('without locks', () => {
  it('lets the second tab begin when the first has ended', async () => {
    const [first, second] = [held(), held()];
    const runs = [aloneAmongTabs('refresh', first.work), aloneAmongTabs('refresh', second.work)];
    await vi.advanceTimersByTimeAsync(60);
    const [running, waiting] = first.work.mock.calls.length === 1 ? [first, second] : [second, first];
    expect(running.work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting.work).not.toHaveBeenCalled();
    running.end();
    await vi.advanceTimersByTimeAsync(400);
    expect(waiting.work).toHaveBeenCalledTimes(1);
    waiting.end();
    await Promise.all(runs);
    expect(localStorage).toHaveLength(0);
  });

  it('gives way to a tab that reached out at the same moment', async () => {
    const { work, end } = held();
    const run = aloneAmongTabs('refresh', work);
    localStorage.setItem('lock:refresh', `other ${Date.now() + 10_000}`);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).not.toHaveBeenCalled();
    localStorage.removeItem('lock:refresh');
    await vi.advanceTimersByTimeAsync(400);
    expect(work).toHaveBeenCalledTimes(1);
    end();
    await run;
  });

  it('waits for a tab that fell silent, and not for ever', async () => {
    localStorage.setItem('lock:refresh', `gone ${Date.now() + 10_000}`);
    const work = vi.fn(async () => 'done');
    const run = aloneAmongTabs('refresh', work);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(600);
    await expect(run).resolves.toBe('done');
  });

  it('gives way to who ended badly too', async () => {
    const failing = aloneAmongTabs('refresh', () => Promise.reject(new Error('no network')));
    const refused = expect(failing).rejects.toThrow('no network');
    await vi.advanceTimersByTimeAsync(60);
    await refused;
    const next = aloneAmongTabs('refresh', async () => 'done');
    await vi.advanceTimersByTimeAsync(60);
    await expect(next).resolves.toBe('done');
  });

  it('works right away where nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await expect(aloneAmongTabs('refresh', async () => 'done')).resolves.toBe('done');
  });
});
