import { dayAfter, dayFromToday } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

/** A month that is over: other journeys make, pay and cancel their own bookings, and those are of today. */
const to = dayAfter(`${dayFromToday(0).slice(0, 8)}01`, -1);
const from = `${to.slice(0, 8)}01`;

for (const who of ['admin', 'casablanca'] as const) {
  test(`the numbers that ${who} sees are those of the lists behind them`, async ({
    page,
    texts,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const counts = await backstage.countsOf(staff, from, to);
    await admin.open(`dashboard?from=${from}&to=${to}`, t('admin.sections.dashboard'));
    const figure = (key: 'revenue' | 'utilisation' | 'bookings' | 'cancellations' | 'averagePrice') =>
      page
        .getByRole('main')
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(t(`admin.dashboard.${key}`), { exact: true }) });
    const count = (name: string) => counts[name] ?? -1;
    const of = (key: string, name: string) =>
      t(`admin.dashboard.${key}` as 'admin.dashboard.sold', { count: count(name) });
    const links = [
      [figure('revenue').getByRole('link', { name: of('payments', 'payments') }), 'payments'],
      [figure('utilisation').getByRole('link', { name: of('rentals', 'rentals') }), 'rentals'],
      [
        figure('bookings')
          .getByRole('link', { name: String(count('bookings')), exact: true })
          .first(),
        'bookings',
      ],
      [
        figure('cancellations')
          .getByRole('link', { name: String(count('cancellations')), exact: true })
          .first(),
        'cancellations',
      ],
      [figure('cancellations').getByRole('link', { name: of('lapsed', 'lapsed') }), 'lapsed'],
      [figure('averagePrice').getByRole('link', { name: of('sold', 'sold') }), 'sold'],
    ] as const;
    const addresses: [string, string][] = [];
    for (const [link, name] of links) {
      await expect(link, name).toBeVisible();
      addresses.push([name, (await link.getAttribute('href')) ?? '']);
    }
    // The demonstration has had guests for longer than that.
    expect(count('bookings')).toBeGreaterThan(0);

    for (const [name, address] of addresses) {
      await page.goto(address);
      const wanted = count(name);
      const said =
        wanted === 0
          ? t('admin.list.noneTitle')
          : t('admin.list.range', { from: 1, to: Math.min(25, wanted), count: wanted });
      await expect(page.getByText(said, { exact: true }), `${name}: ${address}`).toBeVisible();
    }
  });

  test(`has no barriers for ${who}, the tables behind its charts included`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    await backstage.signInStaff(page, who);
    await admin.open('dashboard', t('admin.sections.dashboard'));
    const tables = page.getByRole('button', { name: t('admin.dashboard.chart.table') });
    await expect(tables).toHaveCount(2);
    for (const button of await tables.all()) await button.click();
    await expect(page.getByRole('table', { name: t('admin.dashboard.chart.bookings') })).toBeVisible();
    // The platform compares its franchises; a franchise has none to compare.
    await expect(page.getByRole('table', { name: t('admin.dashboard.byFranchise') })).toHaveCount(
      who === 'admin' ? 1 : 0,
    );
    await expectSound(page, texts, language);
  });

  test(`a booking made meanwhile appears to ${who}, and moves nothing`, async ({
    page,
    texts,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const own = staff.user.franchiseId ?? '';
    const [first, second] = [
      await backstage.claimMotorcycle(undefined, own),
      await backstage.claimMotorcycle(undefined, own),
    ];

    await admin.open('dashboard', t('admin.sections.dashboard'));
    const made = page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(t('admin.dashboard.bookings'), { exact: true }) })
      .getByRole('link')
      .first();
    await expect(made).toHaveText(/^\d+$/);
    // Others book meanwhile too: the number only grows.
    const before = Number(await made.textContent());
    await backstage.bookAtCounter(staff, first);
    await expect
      .poll(async () => Number(await made.textContent()), { timeout: 30_000 })
      .toBeGreaterThan(before);

    // Nobody else books this motorcycle.
    await admin.open(`bookings?motorcycleId=${second.motorcycleId}`, t('admin.sections.bookings'));
    const names = () => page.getByRole('main').getByRole('link', { name: /^RH-/ });
    const show = page.getByRole('button', { name: t('admin.list.showNewer') });
    const empty = page.getByText(t('admin.list.noneTitle'));
    await expect(names().first().or(empty)).toBeVisible();
    const shown = await names().allTextContents();
    const { reference } = await backstage.bookAtCounter(staff, second);
    await expect(show).toBeVisible({ timeout: 30_000 });
    expect(await names().allTextContents()).toEqual(shown);
    await show.click();
    await expect(admin.record(reference)).toBeVisible();
    await expect(show).toBeHidden();
  });
}
