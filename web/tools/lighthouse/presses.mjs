// Presses what a list of the admin area offers, and measures in the page how soon rows are on the screen.

/** How often a further page is asked for. */
const pages = 5;
/** How many heads are pressed, each of which is another order. */
const heads = 4;
const patience = 15_000;

/**
 * Opens a list from the sidebar, leafs through it and orders it by its columns. Returns for each kind of press, of every
 * one: how long the answer and how long the rendering took, how much the page's thread worked from the press to the rows, and
 * how long a plain table of the same rows takes.
 */
export async function measurePresses(browser, address, session, list, asks) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(
      (text) => {
        if (!localStorage.getItem('auth-store')) localStorage.setItem('auth-store', text);
      },
      JSON.stringify({ state: { ...session, authenticated: true }, version: 1 }),
    );
    const link = `aside a[href="/admin/${list}"], nav a[href="/admin/${list}"]`;
    // Once before, so that the code of the list is there, as it is for whoever works in it.
    await page.goto(`${address}/admin/${list}`, { waitUntil: 'networkidle0' });
    await page.goto(`${address}/admin/settings`, { waitUntil: 'networkidle0' });
    // What the page's own thread does counts by the processor's clock: it is the same on a busy machine.
    const client = await page.createCDPSession();
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    };
    const look = async (selector, at = 0) => {
      const before = await worked();
      const found = await page.evaluate(press, selector, at, asks, patience);
      if (!found) return undefined;
      const work = (await worked()) - before;
      const plainBefore = await worked();
      const plain = await page.evaluate(plainTable);
      return { ...found, work, plain, plainWork: (await worked()) - plainBefore };
    };
    const times = async (count, once) => {
      const looks = [];
      for (let n = 0; n < count; n += 1) {
        const found = await once(n);
        if (!found) break;
        looks.push(found);
      }
      return looks;
    };
    return {
      open: await times(1, () => look(link)),
      'next page': await times(pages, () => look('main a[aria-label="Next page"]')),
      order: await times(heads, (n) => look('main thead th button', n)),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page: presses, and waits until the rows that were asked for have been painted. Undefined: nothing to press. */
async function press(selector, at, asks, patience) {
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(undefined);
      });
    });
  const target = document.querySelectorAll(selector)[at];
  if (!target) return undefined;
  performance.clearResourceTimings();
  const begun = performance.now();
  target.click();
  while (performance.now() - begun < patience) {
    await painted();
    const answer = performance
      .getEntriesByType('resource')
      .find(
        ({ name, startTime, responseEnd }) => startTime >= begun && responseEnd > 0 && name.includes(asks),
      );
    const rows = document.querySelectorAll('main tbody tr').length;
    if (answer && rows > 0 && !document.querySelector('main [aria-busy="true"]')) {
      return { answer: answer.responseEnd - begun, render: performance.now() - answer.responseEnd };
    }
  }
  throw new Error(`no rows ${patience} ms after pressing ${selector}`);
}

/** Runs in the page: how long a bare table of the same texts takes in an empty page, until it has been painted. */
async function plainTable() {
  const texts = [...document.querySelectorAll('main table tr')].map((row) =>
    [...row.cells].map((cell) => cell.textContent),
  );
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; background: white';
  const inside = frame.contentDocument;
  const begun = performance.now();
  const table = inside.createElement('table');
  for (const cells of texts) {
    const row = table.insertRow();
    for (const text of cells) row.insertCell().textContent = text;
  }
  inside.body.append(table);
  await new Promise((done) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(undefined);
    });
  });
  const took = performance.now() - begun;
  frame.remove();
  return took;
}
