import { readdirSync } from 'node:fs';
import { expect, test } from '../support/test';

/** Which permissions open which section: the table of specification section 6, and the additions to it. */
const table: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['DASHBOARD_STATS'],
  bookings: ['BOOKING_LIST', 'BOOKING_GET_BY_ID'],
  users: ['USER_LIST', 'USER_GET_BY_ID'],
  motorcycles: ['MOTORCYCLE_GET_ALL', 'MOTORCYCLE_GET_BY_ID'],
  'motorcycle-features': ['MOTORCYCLE_FEATURE_LIST', 'MOTORCYCLE_FEATURE_GET_BY_ID'],
  supplements: ['SUPPLEMENT_LIST', 'SUPPLEMENT_GET_BY_ID'],
  franchises: ['FRANCHISE_LIST', 'FRANCHISE_GET_BY_ID'],
  'parking-points': ['PARKING_POINT_LIST', 'PARKING_POINT_GET_BY_ID'],
  settings: ['USER_UPDATE'],
  calendar: ['MOTORCYCLE_CALENDAR'],
  payments: ['PAYMENT_GET_ALL'],
  statements: ['FRANCHISE_FINANCIALS'],
  'audit-log': ['AUDIT_LOG_LIST'],
};

/** The sections that the site has: a folder of routes, or a route, each. */
const built = readdirSync(new URL('../../src/routes/admin', import.meta.url))
  .map((name) => name.replace(/\.tsx$/, ''))
  .filter((name) => !['route', 'index'].includes(name));

/** A record that nobody has. */
const nobody = '019a0000-0000-7000-8000-000000000000';

test.use({ expectedErrors: [/status of (401|403|404)/] });

test('every section that is built stands in the table', () => {
  expect(built.filter((name) => !(name in table))).toEqual([]);
});

for (const who of ['admin', 'casablanca'] as const) {
  test(`what is open to ${who} is what permissions say`, async ({ page, texts, backstage, admin }) => {
    const { t } = texts;
    const { user } = await backstage.signInStaff(page, who);
    const open = built.filter((name) => table[name]?.some((permission) => user.permissions[permission]));
    await page.goto(`/admin/${open[0]}`);
    await expect(admin.heading).toBeVisible();
    expect((await admin.sections()).toSorted()).toEqual(open.map((name) => `/admin/${name}`).toSorted());
    for (const name of built) {
      await page.goto(`/admin/${name}`);
      await expect(admin.heading).toBeVisible();
      const closed = page.getByRole('heading', { level: 1, name: t('admin.forbidden.title') });
      if (open.includes(name)) await expect(closed).toBeHidden();
      else await expect(closed).toBeVisible();
    }
  });

  test(`${who} is shown no record that is not there`, async ({ page, texts, backstage }) => {
    await backstage.signInStaff(page, who);
    for (const name of built.filter((one) => forms.includes(one))) {
      await page.goto(`/admin/${name}/edit/${nobody}`);
      await expect(
        page.getByRole('heading', { level: 1, name: texts.t('admin.absent.title') }),
        name,
      ).toBeVisible();
    }
  });
}

/** The entities, which have a page for each record. */
const forms = [
  'bookings',
  'users',
  'motorcycles',
  'motorcycle-features',
  'supplements',
  'franchises',
  'parking-points',
];

for (const who of ['a visitor', 'a customer'] as const) {
  test(`nothing is open to ${who}`, async ({ page, texts, backstage }) => {
    if (who === 'a customer') await backstage.signIn(page, await backstage.register());
    const title = texts.t(who === 'a customer' ? 'errors.notFound.code' : 'auth.login.title');
    for (const path of ['', ...built.map((name) => `/${name}`)]) {
      await page.goto(`/admin${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
    }
  });
}
