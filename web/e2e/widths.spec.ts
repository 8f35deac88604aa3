import type { Page } from '@playwright/test';
import { dayAfter } from './support/backstage';
import { expect, test } from './support/test';

/** Narrow telephones, and a window of 1280 pixels at a zoom of 200 % (WCAG 2.2, success criteria 1.4.4 and 1.4.10). */
const widths = [320, 640];

const pages = [
  '/',
  '/results',
  '/results?location=address:Marrakech',
  '/locations',
  '/about-us',
  '/contact-us',
  '/help-center',
  '/privacy-policy',
  '/terms-conditions',
  '/booking/oops',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password?token=any&email=leila%40example.com',
];

/** What sticks out of the window sideways, named so that it is found. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // The edges of Arabic letters are rounded to the next pixel.
    if (scrollWidth <= clientWidth + 1) return [];
    const named = [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        // What scrolls within itself, and a map, keep what is in them.
        return (
          (right > clientWidth + 1 || left < -1) &&
          !element.parentElement?.closest('.overflow-x-auto, .leaflet-container')
        );
      })
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 3);
    return named.length > 0 ? named : [`something, by ${scrollWidth - clientWidth} pixels`];
  });
}

/** Shows a page in a language, and what of it sticks out at each width. */
async function expectNarrow(page: Page, path: string, language: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    expect.soft(await sticksOut(page), `${path} in ${language} at ${width} pixels`).toEqual([]);
  }
}

for (const language of ['en', 'fr', 'ar']) {
  test(`no page scrolls sideways in ${language}`, async ({ page, backstage }) => {
    test.slow();
    const { motorcycleId, address } = await backstage.claimMotorcycle();
    for (const path of [...pages, `/motorcycle/${motorcycleId}`, address]) {
      await expectNarrow(page, path, language);
    }
  });
}

/** A tablet held sideways, and the narrowest usual screen. */
const tables = [1024, 1280];

const lists = [
  'bookings',
  'payments',
  'users',
  'motorcycles',
  'motorcycle-features',
  'supplements',
  'franchises',
  'parking-points',
  'statements',
  'audit-log',
  'calendar?as=table',
];

/** By how many pixels the page, and the widest table on it, are wider than their places. */
function tooWide(page: Page): Promise<{ page: number; table: number }> {
  return page.evaluate(() => {
    const over = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
    const frames = [...document.querySelectorAll('main table')].map((table) => table.parentElement ?? table);
    return { page: over(document.documentElement), table: Math.max(0, ...frames.map(over)) };
  });
}

test.describe('lists', () => {
  // The audit log tells of records that are deleted, by other journeys too.
  test.use({ expectedErrors: [/status of 404/] });

  for (const who of ['admin', 'casablanca'] as const) {
    test(`no list of ${who} is wider than its place in French`, async ({ page, backstage }) => {
      test.slow();
      await backstage.signInStaff(page, who);
      for (const list of lists) {
        await page.setViewportSize({ width: 1280, height: 768 });
        await page.goto(`/admin/${list}${list.includes('?') ? '&' : '?'}lang=fr`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
        await expect(page.getByText('Chargement…').filter({ visible: true })).toHaveCount(0);
        for (const width of tables) {
          await page.setViewportSize({ width, height: 768 });
          await expect.poll(() => tooWide(page), `${list} at ${width} pixels`).toEqual({ page: 0, table: 0 });
        }
      }
    });
  }
});

for (const language of ['en', 'fr', 'ar']) {
  test(`every section has one line of the sidebar in ${language}`, async ({ page, backstage }) => {
    await backstage.signInStaff(page, 'admin');
    await page.goto(`/admin/settings?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(13);
    const heights = () => links.evaluateAll((all) => [...new Set(all.map((link) => link.clientHeight))]);
    await expect.poll(heights).toEqual([40]);
  });
}

/** Sets letters, words, lines and paragraphs as far apart as WCAG 2.2 has readers do (success criterion 1.4.12). */
function spreadText(page: Page): Promise<void> {
  return page.evaluate(() => {
    // The content security policy has nothing against a sheet that code makes.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Texts that their frames cut off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        if (element.closest('.leaflet-container, .sr-only, [aria-hidden="true"]')) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          element.textContent?.trim() !== '' &&
          ((cuts(overflowX) && scrollWidth > clientWidth + 2) ||
            (cuts(overflowY) && scrollHeight > clientHeight + 2))
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test.describe('with letters set wide apart', () => {
  test.use({ language: 'fr', locale: 'fr-FR' });

  test('nothing is cut off and no page scrolls sideways', async ({ page, backstage }) => {
    test.slow();
    const session = await backstage.register();
    const claim = await backstage.claimMotorcycle();
    const { id } = await backstage.book(session, claim);
    await backstage.signIn(page, session);
    for (const path of [
      '/',
      '/results?location=address:Marrakech',
      '/results?location=address:Marrakech&view=map',
      `/motorcycle/${claim.motorcycleId}`,
      claim.address,
      `/booking/${id}`,
      `/booking/payment/${id}`,
      '/my-bookings',
      '/profile',
    ]) {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await spreadText(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        expect.soft(await sticksOut(page), `${path} at ${width} pixels`).toEqual([]);
        expect.soft(await cutOff(page), `${path} at ${width} pixels`).toEqual([]);
      }
    }
  });
});

/** As long as names may be, in Arabic; the first word alone is longer than a telephone is wide. */
const word = 'الدراجةالناريةالكبيرةجداالتيلاتتعب';
const words = 'دراجة نارية للطرق الطويلة بين الجبال والصحراء والساحل ';
const longNames = {
  make: `${word} ${words}`.repeat(2).slice(0, 99).trim(),
  model: words.repeat(3).slice(0, 100).trim(),
};

for (const language of ['en', 'ar']) {
  test(`names of 200 Arabic letters stay within a telephone in ${language}`, async ({ page, backstage }) => {
    test.slow();
    const mark = Math.random().toString(36).slice(2, 8);
    const place = `${word}${word} ${words.repeat(3)}`.slice(0, 192).trim().concat(' ', mark);
    const claim = await backstage.standFarAway({ ...longNames, place });
    const session = await backstage.register();
    const { id } = await backstage.book(session, claim);
    const { motorcycleId, parkingPointId, startDate } = claim;
    await backstage.signIn(page, session);
    const later = `startDate=${dayAfter(startDate, 10)}&endDate=${dayAfter(startDate, 12)}`;
    for (const [path, shown] of [
      [`/results?location=${parkingPointId}&${later}`, longNames.model],
      [`/motorcycle/${motorcycleId}?${later}`, longNames.model],
      [claim.address.replace(/startDate=.*?endTime=[^&]*/, later), longNames.model],
      ['/my-bookings', longNames.model],
      [`/booking/${id}`, longNames.model],
      [`/booking/payment/${id}`, longNames.model],
      ['/locations', place],
    ] as const) {
      await expectNarrow(page, path, language);
      await expect(page.getByText(shown).first(), path).toBeVisible();
    }
  });
}
