// Presses what a list of the admin area offers, and measures in the page how soon rows are on the screen.

/** How often a further page is asked for. */
const pages = 5;
/** How many heads are pressed, each of which is another order. */
const heads = 4;
/** How often a list is opened anew. */
const openings = 3;
/** How many filters are set, one at a time. */
const filters = 6;
/** What is looked for: short and long, names, places, numbers, and what nobody is called. */
const words = ['al', 'bo', 'casa', '12', 'yamaha', 'qqq'];
const patience = 15_000;

/**
 * Opens a list from the sidebar, leafs through it, orders it by its columns, narrows it by its filters and looks for words in
 * it. Returns for each kind of press, of every one: how long the answer and how long the rendering took, how much the page's
 * thread worked from the press to the rows, and how long a plain table of the same rows takes.
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
    const look = async (target) => {
      const before = await worked();
      const found = await page.evaluate(press, target, asks, patience);
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
    /** Back to the whole list, as the sidebar opens it. */
    const whole = async () => {
      await page.evaluate((selector) => document.querySelector(selector).click(), link);
      await page.waitForFunction(
        () =>
          location.search === '' &&
          document.querySelector('main tbody tr') &&
          !document.querySelector('main [aria-busy="true"]'),
        { timeout: patience },
      );
    };
    const open = async (n) => {
      if (n > 0) await page.goto(`${address}/admin/settings`, { waitUntil: 'networkidle0' });
      return look({ selector: link });
    };
    return {
      open: await times(openings, open),
      'next page': await times(pages, () => look({ selector: 'main a[aria-label="Next page"]' })),
      order: await times(heads, (at) => look({ selector: 'main thead th button', at })),
      filter: await times(filters, async (at) => {
        await whole();
        return look({ selector: 'main search :is(select, fieldset:has([type="checkbox"]))', at });
      }),
      search: await times(words.length, async (n) => {
        await whole();
        return look({ selector: 'main search input[type="search"]', word: words[n] });
      }),
    };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page: presses a link or a button, chooses the first value of a filter, or types a word and Enter; and waits until
 * the rows that were asked for, or that there are none, have been painted. Undefined: nothing to press.
 */
async function press({ selector, at = 0, word }, asks, patience) {
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
  const write = (value, kind) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value');
    set.call(target, value);
    target.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  if (word) write(word, 'input');
  await painted();
  performance.clearResourceTimings();
  const begun = performance.now();
  if (word) target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  else if (target.matches('select')) write(target.options[1].value, 'change');
  else (target.querySelector('[type="checkbox"]') ?? target).click();
  while (performance.now() - begun < patience) {
    await painted();
    const answer = performance
      .getEntriesByType('resource')
      .find(
        ({ name, startTime, responseEnd }) => startTime >= begun && responseEnd > 0 && name.includes(asks),
      );
    const shown = document.querySelector('main :is(tbody tr, .zellige h2)');
    if (answer && shown && !document.querySelector('main [aria-busy="true"]')) {
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
