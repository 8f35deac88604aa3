import type { Page } from '@playwright/test';
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
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > clientWidth + 1 || left < -1;
      })
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 3);
  });
}

for (const language of ['en', 'fr', 'ar']) {
  test(`no page scrolls sideways in ${language}`, async ({ page, backstage }) => {
    test.slow();
    const { motorcycleId, address } = await backstage.claimMotorcycle();
    for (const path of [...pages, `/motorcycle/${motorcycleId}`, address]) {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        expect(await sticksOut(page), `${path} in ${language} at ${width} pixels`).toEqual([]);
      }
    }
  });
}
