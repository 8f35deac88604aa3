import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Language, Texts } from './texts';

/**
 * Pins of a map may lie half under one another: what they lead to stands in the list beside the map too (WCAG 2.2, success
 * criterion 2.5.8, the exception for an equivalent).
 */
const equivalent = '.map-pin';

/** WCAG 2.2, levels A and AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * What every page owes everybody: its language and direction, no sideways scrolling, words instead of keys, and no
 * barrier. Call it once the page shows what it came for.
 */
export async function expectSound(page: Page, texts: Texts, language: Language): Promise<void> {
  await expectSpoken(page, texts, language);
  await expectReadable(page);
}

/** The part of it about language. */
export async function expectSpoken(page: Page, texts: Texts, language: Language): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  expect(await unreadable(page, texts), 'texts that no person should see').toEqual([]);
}

/** The part of it that also binds the gateway's page, which has languages of its own. */
export async function expectReadable(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, 'pixels that stick out sideways').toBe(0);
  const { violations } = await unrolled(page, () => new AxeBuilder({ page }).withTags(standards).analyze());
  const barriers = violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'target-size' || !target.join(' ').includes(equivalent))
      .map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
  );
  expect(barriers, 'barriers that axe finds').toEqual([]);
}

/**
 * Does something while the window is as high as the page. In a lower one a bar at its edge covers half of whatever happens to be
 * behind it, which axe takes for a small target.
 */
export async function unrolled<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const size = page.viewportSize();
  if (!size) return work();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height });
  try {
    return await work();
  } finally {
    await page.setViewportSize(size);
  }
}

/** Keys, open placeholders and values that lost their words, in what is shown and in what is read aloud. */
async function unreadable(page: Page, { keys }: Texts): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const spoken = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap(
      (element) => attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, with the gaps between its words
    return [document.title, document.body.innerText, ...spoken].join('\n');
  });
  return seen
    .split(/\s+/)
    .filter((word) => keys.has(word.replace(/[.:…]+$/, '')) && word.includes('.'))
    .concat(seen.match(/\{\{.*?\}\}|\bundefined\b|\bNaN\b|\[object Object\]|Invalid Date/g) ?? []);
}
