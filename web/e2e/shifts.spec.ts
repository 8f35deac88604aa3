import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/test';

/** What a page may move in all while it comes, in the browser's own measure (docs/speed.md). */
const most = 0.05;

interface Shift {
  readonly value: number;
  /** What moved, from where to where. */
  readonly what: string[];
}

/** Has the browser note what moves on its own, from the first paint on. */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const edges = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.outerHTML.slice(0, 90)} from ${edges(previousRect)} to ${edges(currentRect)}`;
        });
        shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** Two frames, after which all that an answer changes is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Keeps the server's answers back until they are let through, one after the other. */
async function holdAnswers(page: Page): Promise<{ letThrough: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route(
    (url) =>
      /^\/(auth|motorcycles|motorcycle-features|supplements|parking-points|franchises|places|bookings|payments|basemap)\b/.test(
        url.pathname,
      ),
    (route) => (route.request().resourceType() === 'fetch' ? void held.push(route) : route.fallback()),
  );
  return {
    letThrough: async () => {
      await expect(() => expect(held.length).toBeGreaterThan(0)).toPass();
      for (let next = held.shift(); next; next = held.shift()) {
        const answered = page.waitForEvent('requestfinished', (request) => request === next?.request());
        await next.continue();
        await answered;
        await drawn(page);
        // What this answer has the page ask for is held too, unless nothing more comes.
        if (held.length === 0) await page.waitForLoadState('networkidle');
      }
    },
  };
}

test('no page moves what it shows while its answers come late', async ({ page, backstage }) => {
  test.slow();
  const claim = await backstage.claimMotorcycle();
  const session = await backstage.register();
  const { id } = await backstage.book(session, claim);
  const other = await backstage.claimMotorcycle();
  // Whoever is signed in gets no answers with the page: all of them come late.
  await backstage.signIn(page, session);
  await noteShifts(page);
  const { letThrough } = await holdAnswers(page);
  const trip = `startDate=${other.startDate}&endDate=${other.endDate}`;
  for (const path of [
    '/',
    `/results?${trip}`,
    `/motorcycle/${other.motorcycleId}?${trip}`,
    other.address,
    '/my-bookings',
    `/booking/${id}`,
    `/booking/payment/${id}`,
    '/profile',
    '/locations',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await drawn(page);
    await letThrough();
    await expect(page.locator('main [aria-busy="true"], main .pulse')).toHaveCount(0);
    await drawn(page);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect
      .soft(
        sum,
        `${path} moves:\n${shifts.map(({ value, what }) => `${value}: ${what.join('\n  ')}`).join('\n')}`,
      )
      .toBeLessThan(most);
  }
});
