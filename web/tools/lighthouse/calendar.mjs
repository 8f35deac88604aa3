// How smoothly the fleet's calendar scrolls: a month of thousands of motorcycles in a window of 1280 x 800, with nothing slowed
// down, beside two static tables of as many rows in the same browser, which take turns with it: one of a single column, which is
// about the least that a long list can be and loses what the machine loses, and one with the calendar's columns, all of them there.

const password = 'Rihla-demo-1';
const atOnce = 8;
/** A quick hand at the wheel, and a slow one, in pixels a second; and for how long. */
const speeds = [1500, 6000];
const seconds = 6;
/** A frame at 60 a second takes 16.7 ms; clocks are coarser than that, so a frame is late when it has missed its turn. */
const frame = 1000 / 60;

/** Fills the program's fleet up to so many motorcycles, each with a block ahead, over its own interface. */
export async function fillFleet(address, wanted) {
  const call = async (method, path, body, token) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const session = await call('POST', '/auth/login', { email: 'admin@rihla.test', password });
  const token = session.accessToken;
  const { franchises } = await call('GET', '/franchises?limit=1', undefined, token);
  const { pagination } = await call('GET', '/motorcycles/admin?limit=1', undefined, token);
  let next = pagination.total;
  const day = 86_400_000;
  const work = async () => {
    while (next < wanted) {
      const index = next++;
      const { motorcycle } = await call(
        'POST',
        '/motorcycles',
        {
          registrationNumber: `${index}-Z-1`,
          make: ['Honda', 'Yamaha', 'BMW', 'KTM'][index % 4],
          model: `Bench ${index}`,
          year: 2024,
          basePricePerDay: 300,
          franchiseId: franchises[0].id,
        },
        token,
      );
      const from = Date.now() + (1 + (index % 9)) * day;
      const block = {
        startDatetime: new Date(from).toISOString(),
        endDatetime: new Date(from + (1 + (index % 4)) * day).toISOString(),
        reason: 'repair',
      };
      await call('POST', `/motorcycles/${motorcycle.id}/blocks`, block, token);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { session, total: wanted };
}

/** Scrolls what a selector names, and returns how long each frame took, in milliseconds. */
function scroll(page, selector, speed) {
  return page.evaluate(
    (selector, speed, seconds) =>
      new Promise((done) => {
        const box = document.querySelector(selector);
        const frames = [];
        let before;
        let begun;
        const turn = (now) => {
          begun ??= now;
          if (before !== undefined) frames.push(now - before);
          before = now;
          if (now - begun > seconds * 1000) return done(frames);
          box.scrollTop = ((now - begun) / 1000) * speed;
          requestAnimationFrame(turn);
        };
        box.scrollTop = 0;
        requestAnimationFrame(() => requestAnimationFrame(turn));
      }),
    selector,
    speed,
    seconds,
  );
}

/** The share of frames that missed their turn, in percent. */
const late = (frames) => (100 * frames.filter((took) => took > frame * 1.5).length) / frames.length;
const quantile = (frames, share) =>
  [...frames].sort((one, other) => one - other)[
    Math.min(frames.length - 1, Math.floor(share * frames.length))
  ];

async function calendarPage(browser, address, session) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${address}/admin/calendar`, { waitUntil: 'domcontentloaded' });
  const { user, accessToken, refreshToken } = session;
  const state = { state: { user, accessToken, refreshToken, authenticated: true }, version: 1 };
  await page.evaluate((kept) => localStorage.setItem('auth-store', kept), JSON.stringify(state));
  await page.goto(`${address}/admin/calendar?scale=month`, { waitUntil: 'networkidle0' });
  await page.waitForSelector('.fleet-grid td[data-cell]');
  return page;
}

async function staticPage(browser, rows, columns) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.setContent(`<style>
    .box { height: 500px; overflow: auto; font: 12px sans-serif }
    table { border-collapse: collapse; table-layout: fixed; width: 100% }
    tr { height: 44px } td { border-inline-end: 1px solid #ddd; border-bottom: 1px solid #ddd }
  </style><div class="box"><table></table></div>`);
  await page.evaluate(
    (rows, columns) => {
      const cells = '<td></td>'.repeat(columns - 1);
      document.querySelector('table').innerHTML = Array.from(
        { length: rows },
        (_, index) => `<tr><td>Honda ${index}</td>${cells}</tr>`,
      ).join('');
    },
    rows,
    columns,
  );
  return page;
}

/** Frames of the calendar and of the tables, by speed; each the median of so many runs, which take turns. */
export async function measureCalendar(browser, address, { session, total }, runs) {
  const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
  const pages = [
    { name: 'one column', page: await staticPage(browser, total, 1), selector: '.box' },
    { name: 'all cells', page: await staticPage(browser, total, 32), selector: '.box' },
    { name: 'calendar', page: await calendarPage(browser, address, session), selector: '.fleet-grid' },
  ];
  const results = [];
  for (const speed of speeds) {
    const looks = new Map(pages.map(({ name }) => [name, []]));
    for (let run = 0; run < runs; run += 1) {
      for (const { name, page, selector } of pages) {
        await page.bringToFront();
        const before = await page.metrics();
        const frames = await scroll(page, selector, speed);
        const after = await page.metrics();
        const busy = (1000 * (after.TaskDuration - before.TaskDuration)) / frames.length;
        looks.get(name).push([late(frames), quantile(frames, 0.99), busy, frames.length]);
      }
    }
    for (const [name, found] of looks) {
      const [share, worst, busy, count] = found[0].map((_, index) => median(found.map((one) => one[index])));
      results.push({ name, speed, share, worst, busy, count });
    }
  }
  for (const { page } of pages) await page.close();
  return results;
}
