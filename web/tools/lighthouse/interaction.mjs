// How long the site takes to show that it has been pressed: the longest interaction of a few, as Event Timing has it
// (https://www.w3.org/TR/event-timing/), with a processor four times slower than this machine's.

const slowdown = 4;

export async function measureInteraction(browser, url, press) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({
      width: 412,
      height: 823,
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 1.75,
    });
    await page.goto(url, { waitUntil: 'networkidle0' });
    await page.emulateCPUThrottling(slowdown);
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { interactionId, duration } of list.getEntries()) {
          if (interactionId) window.longest = Math.max(window.longest, duration);
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: false });
    });
    for (const selector of press) {
      const target = await page.waitForSelector(selector, { visible: true });
      await target.tap();
      await settled(page);
    }
    await page.keyboard.type('a');
    await settled(page);
    return await page.evaluate(() => window.longest);
  } finally {
    await context.close();
  }
}

/** Until the browser has painted what came of a press and told its observers of it. */
function settled(page) {
  return page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  );
}
