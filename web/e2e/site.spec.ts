import type { Locator, Page } from '@playwright/test';
import { dayAfter, newPerson } from './support/backstage';
import { expectReadable, expectSound } from './support/sound';
import { expect, test } from './support/test';

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('shows 404 and the way home', async ({ page, texts, language, home }) => {
    const { t } = texts;
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: t('errors.notFound.code') })).toBeVisible();
    await expect(page.getByText(t('errors.notFound.message'))).toBeVisible();
    await expectSound(page, texts, language);
    await page.getByRole('link', { name: t('errors.notFound.return') }).click();
    await expect(home.title).toBeVisible();
  });
});

/** Every page that needs no story before it. */
for (const path of [
  '/results',
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
  '/auth/reset-password',
  '/auth/reset-password?token=any&email=leila%40example.com',
]) {
  test(`${path} is sound`, async ({ page, texts, language }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectSound(page, texts, language);
  });
}

test.describe('for who asked the system for dark colours', () => {
  test.use({ colorScheme: 'dark', expectedErrors: [/status of 422/] });

  test('pages can be read, and printed on white', async ({ page, texts, backstage }) => {
    test.slow();
    const { motorcycleId, address } = await backstage.claimMotorcycle();
    const session = await backstage.register();
    await backstage.signIn(page, session);
    // With a warning on a ground of its own.
    const refused = '/results?startDate=2020-01-01&endDate=2019-01-01';
    for (const path of ['/', '/results', `/motorcycle/${motorcycleId}`, address, '/profile', refused]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await expectReadable(page);
    }
    await expect(page.getByText(texts.t('results.refused'))).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expectReadable(page);
    // A way past the header, which is not printed.
    await expect(page.getByRole('link', { name: texts.t('common.skip') })).toBeHidden();
  });
});

test('what is chosen, and what is a button, is seen in the colours of the device', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/results?category=SCOOTER');
  const chip = (category: 'SCOOTER' | 'QUAD') =>
    page.getByRole('button', { name: t(`format.category.${category}`), exact: true });
  await expect(chip('SCOOTER')).toHaveAttribute('aria-pressed', 'true');
  const ground = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(chip('SCOOTER'))).not.toBe(await ground(chip('QUAD')));
  await page.goto('/auth/login');
  const submit = page.getByRole('button', { name: t('auth.login.submit'), exact: true });
  await expect(submit).toHaveCSS('border-top-width', '1px');
});

test('the results are searched again where the map was moved to', async ({ page, texts, language }) => {
  const { t } = texts;
  // A phone shows the map in place of the list.
  await page.goto('/results?location=address:Marrakech&view=map');
  const area = page.getByRole('button', { name: t('map.searchArea') });
  const map = page.locator('.leaflet-container');
  await expect(map.locator('.map-pin').first()).toBeVisible();
  await expect(area).toBeHidden();
  // The keys of the map: it looks elsewhere, further out.
  await map.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Minus');
  await area.click();
  await expect(page).toHaveURL(/[?&]location=current(:|%3A)-?\d+(\.\d+)?(,|%2C)-?\d+(\.\d+)?/);
  await expect(page).toHaveURL(/[?&]radius=[1-9]\d*/);
  await expect(area).toBeHidden();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(map.locator('.map-pin').first()).toBeVisible();
  await expectSound(page, texts, language);
  await page.goBack();
  await expect(page).toHaveURL(/location=address(:|%3A)Marrakech&view=map$/);
});

test('the map shows all places, also when the page changes its size', async ({ page }) => {
  await page.goto('/locations');
  const pins = page.locator('.leaflet-container .map-pin');
  for (const width of [1280, 700, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(async () => {
      const map = await page.locator('.leaflet-container').boundingBox();
      const all = await Promise.all((await pins.all()).map((pin) => pin.boundingBox()));
      expect(all.length).toBeGreaterThan(1);
      for (const pin of all) {
        const inside = map && pin && pin.x >= map.x && pin.x + pin.width <= map.x + map.width;
        expect(inside, `${JSON.stringify(pin)} in ${JSON.stringify(map)} at ${width}`).toBe(true);
      }
    }).toPass();
  }
});

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const here = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await here()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('the keyboard alone leads from home to a booking', async ({
  page,
  texts,
  home,
  results,
  form,
  gateway,
}) => {
  const { t, like } = texts;
  const { keyboard } = page;
  const person = newPerson();
  await home.open();
  await tabTo(page, home.place);
  await keyboard.type(t('search.city.Casablanca'));
  await expect(home.places.getByRole('option').first()).toContainText(t('search.city.Casablanca'));
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(home.places).toBeHidden();
  await keyboard.press('Enter');

  await expect(results.heading).toBeFocused();
  const book = results.selfService.first().getByRole('link', { name: like('results.card.bookNamed') });
  await tabTo(page, book);
  await keyboard.press('Enter');

  await form.ready();
  // The motorcycle's own parking point is chosen already; the arrows lead to the address and back.
  await tabTo(page, form.parkingPoint.first());
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: t('booking.where.delivery') })).toBeChecked();
  await keyboard.press('ArrowUp');
  await expect(form.parkingPoint.first()).toBeChecked();
  await tabTo(page, form.extras.first());
  await keyboard.press('Space');
  await expect(form.extras.first()).toBeChecked();
  for (const [field, value] of [
    [form.firstName, person.firstName],
    [form.lastName, person.lastName],
    [form.email, person.email],
    [form.password, person.password],
  ] as const) {
    await tabTo(page, field);
    await keyboard.type(value);
  }
  await tabTo(page, form.submit);
  await expect(form.submit).toBeEnabled();
  await keyboard.press('Enter');
  await gateway.arrived();
});

test("a motorcycle's calendar chooses the trip that its price is for", async ({
  page,
  texts,
  language,
  backstage,
}) => {
  const { t } = texts;
  const { motorcycleId, name, startDate, endDate } = await backstage.claimMotorcycle();
  await page.goto(`/motorcycle/${motorcycleId}?startDate=${startDate}&endDate=${endDate}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const middle = dayAfter(startDate, 1);
  const calendar = page.getByRole('region', { name: t('motorcycle.calendar.title') });
  const start = calendar.locator(`[data-day="${middle}"]`).getByRole('button');
  const end = calendar.locator(`[data-day="${endDate}"]`).getByRole('button');
  await start.click();
  await expect(calendar.getByText(t('motorcycle.calendar.chooseEnd'))).toBeVisible();
  await end.click();
  await expect(page).toHaveURL(new RegExp(`startDate=${middle}.*endDate=${endDate}`));
  // In the panel of the price, or in the bar at the bottom of a phone.
  const book = page
    .getByRole('link', { name: t('motorcycle.price.book') })
    .or(page.getByRole('link', { name: t('results.card.book'), exact: true }));
  await expect(book.filter({ visible: true })).toBeVisible();
  await expectSound(page, texts, language);
});

test('a search where nothing stands leads to the nearest place with something', async ({
  page,
  texts,
  language,
}) => {
  const { t } = texts;
  await page.goto('/results?location=address:Zagora');
  await expect(page.getByRole('heading', { name: t('results.none.title') })).toBeVisible();
  await expectSound(page, texts, language);
  const [nearest] = await page.getByText(t('results.none.elsewhere')).locator('~ ul').getByRole('link').all();
  await nearest?.click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL(/location=[\da-f-]{36}|location=current:/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: t('results.none.title') })).toBeVisible();
});

test('what came with a page is not asked for again', async ({ page, backstage, results, form }) => {
  const { address, motorcycleId, startDate, endDate } = await backstage.claimMotorcycle();
  const again: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch' && /^\/(motorcycles|supplements)\b/.test(pathname))
      again.push(pathname);
  });
  const trip = `startDate=${startDate}&endDate=${endDate}`;
  await page.goto(
    `/results?location=address:Casablanca&${trip}&startTime=09:30&category=SCOOTER&category=CITY`,
  );
  await expect(results.cards.first()).toBeVisible();
  await page.goto(`/motorcycle/${motorcycleId}?${trip}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await form.open(address);
  await expect(form.extras.first()).toBeVisible();
  const perMotorcycle = [`/motorcycles/${motorcycleId}/availability`, '/supplements'];
  expect(again.filter((path) => !perMotorcycle.includes(path))).toEqual([]);
  expect(again.filter((path) => path === '/supplements')).toHaveLength(1);
});
