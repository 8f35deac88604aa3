// Measures how soon the lists of the admin area show rows after a press, over two years of a platform: more than a million
// bookings. `make bench-web`; WORLD=folder keeps the database for the next run, LISTS=bookings,users measures some.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { measurePresses } from './presses.mjs';
import { startWorld } from './world.mjs';

/** What the product's owner asked for, in milliseconds. */
const mostAnswer = 200;
const mostRender = 100;

/** The lists, with the request that each asks for its rows. */
const lists = [
  { name: 'bookings', asks: '/bookings?' },
  { name: 'payments', asks: '/payments/admin?' },
  { name: 'users', asks: '/users?' },
  { name: 'motorcycles', asks: '/motorcycles/admin?' },
  { name: 'motorcycle-features', asks: '/motorcycle-features?' },
  { name: 'parking-points', asks: '/parking-points/admin?' },
  { name: 'supplements', asks: '/supplements/admin?' },
  { name: 'franchises', asks: '/franchises?', platform: true },
  { name: 'audit-log', asks: '/audit-log?' },
];

const only = process.env.LISTS?.split(',');

async function signIn(address, who) {
  const answer = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${who}@bench.test`, password: 'Secret-123' }),
  });
  if (!answer.ok) throw new Error(`${who} cannot sign in: ${answer.status}`);
  return (await answer.json()).data;
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

function row(cells) {
  const [list, who, press, ...rest] = cells;
  return `${list.padEnd(21)}${who.padEnd(7)}${press.padEnd(11)}${rest.map((cell) => String(cell).padStart(11)).join('')}`;
}

const chromium = execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../../../scripts/chromium.mjs', import.meta.url))],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
).trim();
const world = await startWorld();
const browser = await puppeteer.launch({
  executablePath: chromium,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--lang=en-GB',
  ],
});
let missed = 0;
try {
  console.log(
    'Lists of the admin area over 1,200,000 bookings: from the press to the answer, and from there to rows on the',
  );
  console.log(
    'screen; medians, ms. "work" is what the page did from the press to the rows, by the processor\'s clock; "plain"',
  );
  console.log('a bare table of the same rows, written into an empty page.\n');
  console.log(
    row([
      'list',
      'as',
      'press',
      'presses',
      'answer',
      'slowest',
      'render',
      'slowest',
      'work',
      'plain',
      'its work',
      'ratio',
      'of work',
    ]),
  );
  for (const who of ['admin', 'owner']) {
    for (const { name, asks, platform } of lists) {
      if ((only && !only.includes(name)) || (platform && who === 'owner')) continue;
      const session = await signIn(world.address, who);
      for (const [press, looks] of Object.entries(
        await measurePresses(browser, world.address, session, name, asks),
      )) {
        if (looks.length === 0) continue;
        const [answer, render, work, plain, plainWork] = [
          'answer',
          'render',
          'work',
          'plain',
          'plainWork',
        ].map((what) => median(looks.map((look) => look[what])));
        const slowest = (what) => Math.max(...looks.map((look) => look[what]));
        const cell = (value, most) => {
          if (value > most) missed += 1;
          return `${Math.round(value)}${value > most ? ' !' : ''}`;
        };
        console.log(
          row([
            name,
            who,
            press,
            looks.length,
            cell(answer, mostAnswer),
            Math.round(slowest('answer')),
            cell(render, mostRender),
            Math.round(slowest('render')),
            Math.round(work),
            Math.round(plain),
            Math.round(plainWork),
            (render / plain).toFixed(1),
            (work / plainWork).toFixed(1),
          ]),
        );
      }
    }
  }
} finally {
  await browser.close();
  await world.stop();
}
console.log(
  missed === 0
    ? `\nEvery list answers within ${mostAnswer} ms and renders within ${mostRender} ms.`
    : `\n${missed} figures are not as wanted (!).`,
);
