import type { Page } from '@playwright/test';
import { cards } from './pages/gateway-page';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

test.use({
  serviceWorkers: 'allow',
  // What does not load without a network says so on the console.
  expectedErrors: [/ERR_(INTERNET_DISCONNECTED|FAILED)/],
});

/** Waits until the site would open without a network. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) =>
      active?.addEventListener('statechange', () => active.state === 'activated' && resolve()),
    );
  });
}

/** Everything that the browser has kept: caches and both storages. */
async function everythingKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const addresses = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const requests = await (await caches.open(name)).keys();
        return requests.map(({ url }) => new URL(url).pathname);
      }),
    );
    return [...addresses.flat(), ...Object.keys(localStorage)];
  });
}

test('the next ride, with the code of its lock, is readable without a network', async ({
  page,
  context,
  language,
  texts,
  backstage,
  header,
  form,
  gateway,
  payment,
  myBookings,
}) => {
  const { t } = texts;
  const session = await backstage.register();
  await backstage.signIn(page, session);
  await form.open((await backstage.claimMotorcycle()).address);
  await form.submit.click();
  await gateway.pay(cards.approved);
  await payment.returned('success');
  await expect(payment.confirmed).toBeVisible();
  const [booking] = await backstage.bookingsOf(session);

  // The lock opens from a quarter of an hour before the ride, weeks from now: the server is made to say that it is time.
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await page.route('**/lock-code', (route) =>
    route.fulfill({
      json: {
        data: {
          lockCode: {
            availableFrom: soon(-1),
            availableUntil: soon(48),
            code: '04821',
            codeValidUntil: soon(4),
            accessProfile: null,
          },
        },
      },
    }),
  );
  await page.goto(`/booking/${booking?.id}`);
  await settled(page);
  const lock = page.getByRole('region', { name: t('bookings.lock.title') });
  await expect(lock).toContainText('04821');
  const kept = await everythingKept(page);
  expect(kept.filter((path) => /^\/(bookings|auth|users|payments|media)\b/.test(path))).toEqual([]);
  expect(kept).toContain('/locales/ar.json');

  await page.unroute('**/lock-code');
  await context.setOffline(true);
  await page.reload();
  await expect(lock).toContainText('04821');
  await expect(page.getByText(t('common.offline'))).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
  await expectSound(page, texts, language);

  // Opened from the home screen: the list leads there too.
  await page.goto('/my-bookings');
  await expect(myBookings.next).toBeVisible();
  await myBookings.next.getByRole('link', { name: t('bookings.open') }).click();
  await expect(lock).toContainText('04821');

  await context.setOffline(false);
  await expect(page.getByText(t('common.offline'))).toBeHidden();
  await header.logOut();
  await expect.poll(() => everythingKept(page)).not.toContain('next-booking');
});

test('a page that was never opened says that it needs a network, and goes on when there is one', async ({
  page,
  context,
  texts,
  backstage,
}) => {
  const { t } = texts;
  const session = await backstage.register();
  await backstage.signIn(page, session);
  const { id } = await backstage.book(session, await backstage.claimMotorcycle());
  await page.goto('/about-us');
  await settled(page);
  await context.setOffline(true);
  await page.goto(`/booking/${id}`);
  await expect(page.getByText(t('errors.network'))).toBeVisible();
  const broken = () =>
    [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0);
  expect(await page.evaluate(`(${broken})().length`)).toBe(0);
  await context.setOffline(false);
  await expect(page.getByRole('article')).toBeVisible();
});
