import type { Page, Response } from '@playwright/test';
import { dayFromToday } from './support/backstage';
import { pseudoLanguages, pseudoTree } from './support/pseudo';
import { expect, test } from './support/test';
import { readTexts } from './support/texts';

// A worker of the site's own would answer for the texts before this test can.
test.use({ serviceWorkers: 'block', expectedErrors: [/status of 404/] });

/** A computer and a phone. */
const widths = [1280, 390];

const trip = new URLSearchParams({
  startDate: dayFromToday(40),
  startTime: '10:00',
  endDate: dayFromToday(42),
  endTime: '10:00',
});

/** What stands in the avatar of the person whom `backstage` registers. */
const initials = 'LH';

/** Every page that needs no story before it. */
const pages = [
  '/',
  '/results',
  `/results?${trip}&location=address:Marrakech`,
  `/results?${trip}&category=QUAD&minPrice=5000`,
  '/locations',
  '/about-us',
  '/contact-us',
  '/help-center',
  '/privacy-policy',
  '/terms-conditions',
  '/booking/oops',
  '/booking/thank-you',
  '/no-such-page',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/reset-password?token=any&email=leila%40example.com',
];

/** Pages of the admin area that need no story before them. */
const staffPages = [
  '/admin/supplements',
  '/admin/supplements?q=nothing-like-it',
  '/admin/supplements/add',
  '/admin/motorcycle-features',
  '/admin/motorcycle-features/add',
  '/admin/motorcycle-features/edit/019a0000-0000-7000-8000-000000000000',
];

/** Words that are the same in every language: what mails, times and amounts are made of, and what maps must name. */
const everywhere =
  'Rihla rider demo MAD km cc JPEG PNG WebP PDF DD MM YYYY English Fran ais example com lang Leaflet';

/** Collects the words of whatever the server answered: names, places and other data, which no locale file holds. */
class Data {
  private readonly words = new Set(everywhere.split(' '));
  private readonly reading: Promise<void>[] = [];

  constructor(page: Page, language: string) {
    page.on('response', (response) => this.reading.push(this.read(response)));
    for (let month = 0; month < 12; month += 1) this.add(new Date(2026, month, 1 + month), language);
    for (let day = 1; day <= 7; day += 1) this.add(new Date(2026, 0, day), language);
  }

  private add(day: Date, language: string): void {
    for (const style of ['long', 'short'] as const) {
      const text = day.toLocaleDateString(language === 'ar' ? 'ar-MA' : 'en-GB', {
        month: style,
        weekday: style,
      });
      for (const word of text.match(/[a-z]+/gi) ?? []) this.words.add(word);
    }
  }

  private async read(response: Response): Promise<void> {
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('html')) {
      // A page brings the first answers with it.
      const html = await response.text().catch(() => '');
      const answers = /<script id="rihla-answers" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1];
      if (answers) this.take(JSON.parse(answers));
    } else if (type.includes('json') && !response.url().includes('/locales/')) {
      this.take(await response.json().catch(() => undefined));
    }
  }

  /** Names of states and kinds are for the site to translate, so they are no data; `BMW` is. */
  take(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      if (/^[A-Z_]{4,}$/.test(value) && key !== 'make') return;
      for (const word of value.match(/[a-z]+/gi) ?? []) this.words.add(word);
    } else if (value && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) this.take(inner, name);
    }
  }

  /** The words of a text that neither a locale file nor the server said. */
  async foreignIn(text: string): Promise<string[]> {
    await Promise.all(this.reading);
    const words = text.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? [];
    return [...new Set(words.filter((word) => !this.words.has(word)))];
  }
}

/** All that is shown or read aloud, without the credits of a map, which are names. */
function everything(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (
        !element?.checkVisibility() ||
        element.closest('.leaflet-control-attribution, script, style, input')
      )
        continue;
      if (node instanceof Element) texts.push(...attributes.map((name) => node.getAttribute(name) ?? ''));
      else texts.push(node.nodeValue ?? '');
    }
    return texts.join('\n');
  });
}

/** Texts that are cut off or stick out of their box, and whatever makes the page scroll sideways. */
function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) => `${element.outerHTML.replace(/\s*class="[^"]*"/g, '').slice(0, 160)}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways by ${scrollWidth - clientWidth}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      let box = node.parentElement;
      // Names may be cut: they are as long as somebody made them.
      if (!/[^\p{ASCII}]/u.test(text) || !/[[\]\p{L}]/u.test(text) || !box?.checkVisibility()) continue;
      if (box.closest('.leaflet-container, option, [data-names]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const drawn = range.getBoundingClientRect();
      for (; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === 'inline' || style.display === 'contents') continue;
        const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
        // What only screen readers say, and what scrolls.
        if (width <= 1 || height <= 1 || /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break;
        const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
        if (drawn.right > right + 2 || drawn.left < left - 2) found.push(`sticks out: ${name(box)}`);
        else if (cuts && (drawn.bottom > bottom + 2 || drawn.top < top - 2))
          found.push(`is cut off: ${name(box)}`);
        else if (cuts && box === node.parentElement && box.scrollWidth > box.clientWidth + 1)
          found.push(`is cut off: ${name(box)}`);
        else continue;
        break;
      }
    }
    return [...new Set(found)];
  });
}

for (const [kind, { language }] of Object.entries(pseudoLanguages) as [
  keyof typeof pseudoLanguages,
  (typeof pseudoLanguages)[keyof typeof pseudoLanguages],
][]) {
  test(`nothing is cut off, untranslated or wider than the page in a language that is ${kind}`, async ({
    page,
    backstage,
  }) => {
    test.setTimeout(240_000);
    const tree = pseudoTree(kind);
    const texts = readTexts(language, tree);
    const data = new Data(page, language);
    const { admin, ...site } = tree;
    await page.route(`**/locales/${language}.json`, (route) => route.fulfill({ json: site }));
    await page.route(`**/locales/admin/${language}.json`, (route) => route.fulfill({ json: { admin } }));
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);

    const wrong: string[] = [];
    const look = async (name: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        wrong.push(...(await squeezed(page)).map((what) => `${name} at ${width}: ${what}`));
      }
      const foreign = await data.foreignIn(await everything(page));
      if (foreign.length > 0) wrong.push(`${name} says, not from its texts: ${foreign.join(', ')}`);
    };
    const visit = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
    };

    for (const path of pages) {
      await visit(path);
      await look(path);
    }
    const claim = await backstage.claimMotorcycle();
    await visit(`/motorcycle/${claim.motorcycleId}`);
    await look('/motorcycle');
    await visit(claim.address);
    await page
      .getByRole('button', { name: texts.t('booking.submit') })
      .first()
      .click();
    await look('/booking');

    const session = await backstage.register();
    data.take([session.user, initials]);
    await backstage.signIn(page, session);
    await visit('/my-bookings');
    await look('/my-bookings without any');
    const { id } = await backstage.book(session, claim);
    for (const path of [
      `/booking/thank-you?booking=${id}`,
      `/booking/payment/${id}`,
      `/booking/${id}`,
      '/my-bookings',
      '/profile',
    ]) {
      await visit(path);
      await look(path);
    }

    const [payment] = await backstage.paymentsOf(session, id);
    const staff = await backstage.signInStaff(page, 'admin');
    data.take(staff.user);
    for (const path of [...staffPages, `/admin/payments/${payment?.id}`]) {
      await visit(path);
      await look(path);
    }
    await page.getByRole('button', { name: texts.t('admin.payments.books.correct') }).click();
    await look('the correction of the books');
    expect(wrong).toEqual([]);
  });
}
