// Measures the site that bin/rihla carries, as a telephone sees it, and prints what is wanted beside what was found.
// `make bench-web`; RUNS=1 for a first look, PAGES=home,calendar for some, REPORTS=folder keeps Lighthouse's own reports.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { fillFleet, measureCalendar } from './calendar.mjs';
import { checkDelivery } from './delivery.mjs';
import { measureInteraction } from './interaction.mjs';
import { findPages } from './pages.mjs';
import { startProgram } from './program.mjs';

const runs = Number(process.env.RUNS ?? 3);
const only = process.env.PAGES?.split(',');
const reports = process.env.REPORTS;
/** Motorcycles in the fleet whose calendar is scrolled. */
const fleetSize = Number(process.env.FLEET ?? 5000);
/** How many percent of the calendar's frames may be late beyond those of a static list. */
const mostLate = 5;

/** What the product's owner asked for: at least, or at most. */
const wanted = [
  { name: 'performance', least: 95 },
  { name: 'accessibility', least: 100 },
  { name: 'best practices', least: 100 },
  { name: 'SEO', least: 100 },
  { name: 'largest paint, s', most: 2 },
  { name: 'layout shift', most: 0.05 },
  { name: 'interaction, ms', most: 100 },
];

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** On a busy machine a recording sometimes fails; that says nothing of the page. */
const mostAttempts = 3;

/** One look at a page by Lighthouse's own idea of a telephone: simulated slow 4G and a processor four times slower. */
async function look(browser, url, skip = [], attempt = 1) {
  const page = await browser.newPage();
  const { lhr } = await lighthouse(
    url,
    { output: 'json', logLevel: 'error' },
    { extends: 'lighthouse:default', settings: { skipAudits: skip } },
    page,
  );
  await page.close();
  if (lhr.runtimeError && attempt < mostAttempts) return look(browser, url, skip, attempt + 1);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const score = (category) => Math.round(lhr.categories[category].score * 100);
  return {
    lhr,
    found: [
      score('performance'),
      score('accessibility'),
      score('best-practices'),
      score('seo'),
      lhr.audits['largest-contentful-paint'].numericValue / 1000,
      lhr.audits['cumulative-layout-shift'].numericValue,
    ],
  };
}

/** What kept points: audits that count in a category and are not full. */
function shortfalls(lhr) {
  return Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`.trim()),
  );
}

function row(cells) {
  const [name, ...rest] = cells;
  return `${name.padEnd(18)}${rest.map((cell) => String(cell).padStart(12)).join('')}`;
}

const chromium = execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../../../scripts/chromium.mjs', import.meta.url))],
  {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  },
).trim();
const program = await startProgram();
const browser = await puppeteer.launch({
  executablePath: chromium,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--lang=en-GB',
  ],
});
let missed = 0;
try {
  const pages = (await findPages(program.address)).filter(({ name }) => !only || only.includes(name));
  const columns = [];
  const notes = [];
  for (const { name, path, press, skip } of pages) {
    const looks = [];
    for (let run = 0; run < runs; run += 1) {
      const { lhr, found } = await look(browser, program.address + path, skip);
      looks.push([...found, await measureInteraction(browser, program.address + path, press)]);
      if (run === 0) notes.push(...shortfalls(lhr).map((text) => `${name}: ${text}`));
      if (reports) {
        mkdirSync(reports, { recursive: true });
        writeFileSync(join(reports, `${name}-${run + 1}.json`), JSON.stringify(lhr));
      }
    }
    columns.push(wanted.map((_, index) => median(looks.map((found) => found[index]))));
  }
  console.log(
    `Median of ${runs}, on a simulated telephone (slow 4G, processor four times slower than this machine's).\n`,
  );
  console.log(row(['', 'wanted', ...pages.map(({ name }) => name)]));
  for (const [index, { name, least, most }] of wanted.entries()) {
    const cells = columns.map((column) => {
      const value = Math.round(column[index] * 1000) / 1000;
      const kept = least === undefined ? value <= most : value >= least;
      if (!kept) missed += 1;
      return `${value}${kept ? '' : ' !'}`;
    });
    console.log(row([name, least === undefined ? `<= ${most}` : `>= ${least}`, ...cells]));
  }
  if (notes.length > 0) console.log(`\nWhat kept points in the first run:\n  ${notes.join('\n  ')}`);
  if (!only || only.includes('calendar')) {
    const fleet = await fillFleet(program.address, fleetSize);
    const scrolled = await measureCalendar(browser, program.address, fleet, runs);
    console.log(
      `\nA month of ${fleet.total} motorcycles, scrolled in a window of 1280 x 800, beside static tables as long:\n`,
    );
    console.log(row(['', 'pixels/s', 'late, %', '99th, ms', 'busy, ms', 'frames']));
    for (const { name, speed, share, worst, busy, count } of scrolled) {
      const floor = scrolled.find((other) => other.name === 'one column' && other.speed === speed).share;
      const kept = name !== 'calendar' || share <= floor + mostLate;
      if (!kept) missed += 1;
      const late = `${share.toFixed(1)}${kept ? '' : ' !'}`;
      console.log(row([name, speed, late, worst.toFixed(1), busy.toFixed(1), count]));
    }
  }
  console.log('\nJavaScript, gzip:');
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/size-budget.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  const delivery = await checkDelivery(
    program.address,
    fileURLToPath(new URL('../../dist', import.meta.url)),
  );
  console.log(
    `\n${delivery.files} files of the build: ${delivery.faults.length === 0 ? 'all compressed ahead of time, kept as long as they may be' : ''}`,
  );
  for (const fault of delivery.faults) console.log(`  ${fault} !`);
  missed += delivery.faults.length;
} finally {
  await browser.close();
  await program.stop();
}
console.log(missed === 0 ? '\nEverything is as wanted.' : `\n${missed} figures are not as wanted (!).`);
