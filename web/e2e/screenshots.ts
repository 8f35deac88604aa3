import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cards } from './pages/gateway-page';
import { dayAfter, dayFromToday, newPerson } from './support/backstage';
import { folder, root } from './support/pictures';
import { unrolled } from './support/sound';
import { test } from './support/test';

/** The two pictures of the README: project, name of the shot, file. */
const published = [
  ['en-desktop', 'home', 'docs/images/home.png'],
  ['ar-phone', 'results', 'docs/images/results-ar.png'],
] as const;

/** The demo rider, who has a booking of every kind. */
const rider = { email: 'rider@rihla.test', password: 'Rihla-demo-1' };

const trip = new URLSearchParams({
  startDate: dayFromToday(10),
  startTime: '10:00',
  endDate: dayFromToday(13),
  endTime: '10:00',
});

// Refusals and a network that is gone are part of what is shown.
test.use({ expectedErrors: [/status of [45]\d\d|ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED)/] });

/** Every section of the admin area, and the forms for new records. */
const sections = [
  'dashboard',
  'calendar',
  'bookings',
  'bookings/add',
  'payments',
  'users',
  'users/add',
  'motorcycles',
  'motorcycles/add',
  'motorcycle-features',
  'motorcycle-features/add',
  'supplements',
  'supplements/add',
  'franchises',
  'franchises/add',
  'parking-points',
  'parking-points/add',
  'statements',
  'audit-log',
  'settings',
];

/** Letters of a ride, by a part of their subjects. */
const letters = [
  ['confirmed', { en: 'is confirmed', fr: 'est confirmée', ar: 'تم تأكيد حجزك' }],
  ['cancelled', { en: 'is cancelled', fr: 'est annulée', ar: 'تم إلغاء حجزك' }],
] as const;

/** Loads the pictures further down as well, and goes to the top, where everything has its place. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
    await document.fonts.ready;
    // It fills the window, which grows to the height of the page with the footer below.
    const main = document.querySelector('main');
    if (main) main.style.minHeight = `${main.offsetHeight}px`;
    scrollTo(0, 0);
  });
}

/** Waits until maps and bars have followed the window: what hears of it draws a frame later, and what follows that another. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
  });
}

/** Returns how to take a picture of the page as it settles: all of it, or what the window shows of an overlay. */
function camera(page: Page, project: string) {
  mkdirSync(join(folder, project), { recursive: true });
  return async (name: string, { fullPage = true, settled = true } = {}) => {
    // A page that is being left, or that keeps asking, never rests.
    if (settled) await page.waitForLoadState('networkidle');
    const path = join(folder, project, `${name}.png`);
    if (!fullPage) return void (await page.screenshot({ path }));
    await settle(page);
    for (const [at, shot, file] of published) {
      if (at === project && shot === name) await page.screenshot({ path: join(root, file) });
    }
    await unrolled(page, async () => {
      await drawn(page);
      await page.screenshot({ path });
    });
    // The next page may be as low as it is.
    await page.evaluate(() => document.querySelector('main')?.style.removeProperty('min-height'));
  };
}

test('pages for everybody', async ({ page, texts, home, results, isMobile }, { project }) => {
  const { t } = texts;
  const shoot = camera(page, project.name);
  const visit = async (name: string, path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  };
  await visit('home', '/');
  await home.place.fill(t('search.city.Casablanca').slice(0, 4));
  await home.places.getByRole('option').first().waitFor();
  await shoot('home-places', { fullPage: false });
  await page.keyboard.press('Escape');
  await home.form.getByRole('button', { name: new RegExp(`^${t('search.when.start')}:`) }).click();
  await page.getByRole('dialog').getByRole('grid').first().waitFor();
  await shoot('home-calendar', { fullPage: false });
  if (isMobile) {
    await page.goto('/');
    await page.getByRole('button', { name: t('nav.menu') }).click();
    await shoot('menu', { fullPage: false });
  }
  await visit('results-all', '/results');
  await visit('results', `/results?${trip}&location=address:Marrakech`);
  await results.openFilters.click();
  await results.filters.waitFor();
  await shoot('results-filters', { fullPage: false });
  await visit('results-none', `/results?${trip}&location=address:Casablanca&category=QUAD&minPrice=5000`);
  await visit('results-none-near', `/results?${trip}&location=address:Zagora`);
  await visit('results-wrong', `/results?startDate=2020-01-01&endDate=2019-01-01`);
  if (isMobile) {
    await page.goto(`/results?${trip}&location=address:Marrakech&view=map`);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('results.toList') })
      .waitFor();
    await shoot('results-map', { fullPage: false });
  }
  await page.goto(`/results?${trip}&location=address:Marrakech`);
  await results.selfService.first().getByRole('link').first().click();
  await page.waitForURL('**/motorcycle/**');
  await shoot('motorcycle');
  for (const name of [
    'locations',
    'about-us',
    'contact-us',
    'help-center',
    'privacy-policy',
    'terms-conditions',
    'no-such-page',
  ]) {
    await visit(name, `/${name}`);
  }
  await visit('motorcycle-unknown', '/motorcycle/00000000-0000-7000-8000-000000000000');
  await visit('thank-you-bare', '/booking/thank-you');
  await visit('oops', '/booking/oops');
  await visit('login', '/auth/login');
  await visit('register', '/auth/register');
  await page.getByRole('main').getByRole('button').last().click();
  await shoot('register-errors');
  await visit('forgot-password', '/auth/forgot-password');
  await page.getByRole('textbox', { name: t('auth.fields.email') }).fill(newPerson().email);
  await page.getByRole('button', { name: t('auth.forgot.submit') }).click();
  await page.getByRole('heading', { name: t('auth.forgot.sent.title') }).waitFor();
  await shoot('forgot-password-sent');
  await visit('reset-password-incomplete', '/auth/reset-password');
  await visit('reset-password', '/auth/reset-password?token=used&email=leila.haddad%40example.com');
  await page.getByLabel(t('auth.fields.newPassword')).fill(newPerson().password);
  await page.getByRole('button', { name: t('auth.reset.submit') }).click();
  await page.getByRole('heading', { name: t('auth.link.invalid.title') }).waitFor();
  await shoot('reset-password-refused');
  await page.goto('/auth/confirm-email?token=used');
  await page.getByRole('heading', { name: t('auth.link.invalid.title') }).waitFor();
  await shoot('confirm-email-refused');
});

test('booking and paying', async ({ page, language, texts, backstage, form, gateway, payment, myBookings }, {
  project,
}) => {
  const { t } = texts;
  const shoot = camera(page, project.name);
  const claim = await backstage.claimMotorcycle();
  const person = newPerson();
  await form.open(claim.address);
  await shoot('booking');
  await form.submit.click();
  await shoot('booking-errors');
  await form.extras.first().check();
  await form.introduce(person);
  await backstage.book(await backstage.register(), claim);
  await form.submit.click();
  const refusal = form.refusal('booking.refused.conflict.title');
  await refusal.waitFor();
  await shoot('booking-conflict');
  await refusal.getByRole('button').first().click();
  await page.getByRole('radio', { name: t('booking.where.delivery') }).check();
  await page
    .getByRole('textbox', { name: t('booking.where.address') })
    .fill('12, rue de la Liberté, Guéliz, Marrakech');
  await form.submit.click();
  await page.getByRole('heading', { name: t('booking.thanks.title') }).waitFor();
  await shoot('thank-you');
  await page.getByRole('link', { name: t('booking.thanks.payNow') }).click();
  await payment.pay.waitFor();
  await shoot('payment-pay');
  await payment.pay.click();
  await gateway.arrived();
  await shoot('gateway');
  await gateway.pay(cards.declined);
  await payment.returned('failure');
  await payment.with('FAILED').waitFor();
  await shoot('payment-failed');
  await payment.retry.click();
  await payment.pay.click();
  await gateway.cancel();
  await payment.returned('cancel');
  await payment.with('CANCELLED').waitFor();
  await shoot('payment-cancelled');
  await payment.retry.click();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  await payment.returned('success');
  await payment.confirmed.waitFor();
  await shoot('payment-confirmed');
  await payment.showBooking.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('booking-detail');
  await page.getByRole('button', { name: t('bookings.move.action') }).click();
  const dialog = page.getByRole('dialog');
  await shoot('booking-move', { fullPage: false });
  const end = dialog.getByLabel(t('booking.when.date')).last();
  const agreed = await end.inputValue();
  for (const [name, days, difference] of [
    ['booking-move-cheaper', -1, 'bookings.move.refund'],
    ['booking-move-dearer', 1, 'bookings.move.more'],
  ] as const) {
    await end.fill(dayAfter(agreed, days));
    await dialog.getByText(t(difference)).waitFor();
    await shoot(name, { fullPage: false });
  }
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await shoot('booking-detail-printed');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: t('bookings.cancel.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('bookings.cancel.confirm') })
    .click();
  await page.getByText(t('status.booking.CANCELLED_BY_USER')).first().waitFor();
  await shoot('booking-cancelled');
  await page.goto('/my-bookings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('my-bookings-cancelled');
  for (const [name, subject] of letters) {
    await page.goto('/dev/mailbox');
    const mail = page.getByRole('row').filter({ hasText: person.email });
    const link = mail.filter({ hasText: subject[language] }).getByRole('link').first();
    const letter = await page.request.get(`${await link.getAttribute('href')}/html`);
    // Where it is shown it runs nothing, a camera's script neither.
    await page.goto('about:blank');
    await page.setContent(await letter.text());
    await shoot(`letter-${name}`);
  }
  const session = await backstage.register();
  await backstage.signIn(page, session);
  await page.goto('/my-bookings');
  await myBookings.empty.waitFor();
  await shoot('my-bookings-empty');
  const another = await backstage.claimMotorcycle();
  await form.open(another.address);
  await form.submitAndLook(() => shoot('redirect', { fullPage: false, settled: false }));
  await gateway.arrived();
  const [waiting] = await backstage.bookingsOf(session);
  await page.goto(`/booking/payment/${waiting?.id}?result=success`);
  await payment.waiting.waitFor();
  await shoot('payment-waiting', { settled: false });
});

test('states that pass', async ({ page, context, texts, backstage }, { project }) => {
  const { t } = texts;
  const shoot = camera(page, project.name);
  // What is drawn before any code has come.
  const scripts = '**/assets/*.js';
  await page.route(scripts, (route) => route.abort());
  const claim = await backstage.claimMotorcycle();
  for (const [name, path] of [
    ['home', '/'],
    ['results', `/results?${trip}&location=address:Marrakech`],
    ['motorcycle', `/motorcycle/${claim.motorcycleId}`],
    ['booking', claim.address],
  ] as const) {
    await page.goto(path);
    await page.locator('#root *').first().waitFor();
    await shoot(`first-${name}`, { fullPage: false, settled: false });
  }
  await page.unroute(scripts);

  // The server thinks, then breaks, then is gone.
  const search = '**/motorcycles/search?**';
  await page.goto('/');
  await page.route(search, () => undefined);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('search.city.Fez') })
    .click();
  await page.waitForURL('**/results?**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('results-loading', { settled: false });
  await page.unroute(search);
  const broken = { code: 'INTERNAL', status: 500, message: t('errors.server'), requestId: '4f1e5a0c7b2d' };
  await page.route(search, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: broken }),
  );
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('search.city.Fez') })
    .click();
  await page
    .getByRole('button', { name: t('common.retry') })
    .first()
    .waitFor();
  await shoot('results-broken');
  await page.unroute(search);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.getByText(t('common.offline')).waitFor();
  await shoot('offline', { fullPage: false, settled: false });
  await context.setOffline(false);

  // Every state of the identity card's check.
  const session = await backstage.register();
  await backstage.signIn(page, session);
  const side = '/media/019a0000-0000-7000-8000-0000000000aa/1600.jpg';
  const since = '2026-11-20T10:00:00Z';
  for (const [state, reason, note] of [
    ['SUBMITTED', null, null],
    ['APPROVED', null, null],
    ['REFUSED', 'NAME_DIFFERS', 'Haddad ≠ Alaoui'],
  ] as const) {
    const card = { identityCardFront: side, identityCardCover: side };
    const user = { ...session.user, ...card, identityCard: { state, since, reason, note } };
    await page.route('**/auth/me', (route) => route.fulfill({ json: { data: { user } } }));
    // From elsewhere: the same address again would load nothing.
    await page.goto('/');
    await page.goto('/profile#identity');
    await page
      .getByText(t(`profile.card.check.${state.toLowerCase() as Lowercase<typeof state>}`), { exact: true })
      .waitFor();
    await shoot(`profile-card-${state.toLowerCase()}`, { fullPage: false });
    await page.unroute('**/auth/me');
  }
});

test('staff', async ({ page, texts, backstage, admin, isMobile }, { project }) => {
  const { t } = texts;
  const shoot = camera(page, project.name);
  for (const who of ['admin', 'casablanca'] as const) {
    await backstage.signInStaff(page, who);
    for (const section of sections) {
      await page.goto(`/admin/${section}`);
      await admin.heading.waitFor();
      await shoot(`${who}-${section.replace('/', '-')}`);
    }
    // The page of the first record of each list, but for those that have pictures of their own below.
    for (const section of [
      'supplements',
      'motorcycle-features',
      'parking-points',
      'franchises',
      'users',
      'payments',
    ]) {
      await page.goto(`/admin/${section}`);
      await admin.heading.waitFor();
      // A franchise is led to the only one that it has.
      if (!/\/edit\//.test(page.url())) {
        await admin.rows.getByRole('link').first().click();
        await page.waitForURL(new RegExp(`/${section}/(edit/)?[^/?]+$`));
      }
      await admin.heading.waitFor();
      await shoot(`${who}-${section}-one`);
    }
  }
  const { user } = await backstage.signInStaff(page, 'casablanca');
  await backstage.signInStaff(page, 'admin');
  await page.goto(`/admin/statements?franchiseId=${user.franchiseId}`);
  await page
    .getByRole('button', { name: t('admin.franchises.pdf') })
    .first()
    .waitFor();
  await shoot('admin-statements-of-one');
  const claim = await backstage.claimMotorcycle();
  await backstage.book(await backstage.register(), claim);
  await backstage.signInStaff(page, 'admin');
  await page.goto(`/admin/motorcycles/edit/${claim.motorcycleId}?month=${claim.startDate.slice(0, 7)}`);
  await page.locator(`[data-day="${claim.startDate}"]`).focus();
  await shoot('admin-motorcycle');
  await page.keyboard.press('Enter');
  await admin.save.last().click();
  await admin.dialog.getByRole('alert').waitFor();
  await shoot('admin-motorcycle-block-refused', { fullPage: false });
  await page.goto('/admin/motorcycle-features/edit/019a0000-0000-7000-8000-000000000000');
  await admin.heading.waitFor();
  await shoot('admin-absent');

  await backstage.signInStaff(page, 'admin');
  await page.goto('/admin/supplements?q=nothing-like-it');
  await page.getByRole('button', { name: t('admin.list.noneReset') }).waitFor();
  await shoot('admin-list-none');
  await page.goto('/admin/supplements?q=GPS');
  await admin.remove('GPS moto').click();
  await admin.confirmRemoval();
  await admin.dialog.getByRole('alert').waitFor();
  await shoot('admin-remove-refused', { fullPage: false });
  await page.goto('/admin/supplements');
  await page.getByRole('checkbox').nth(1).check();
  await shoot('admin-bulk', { fullPage: false });
  await page.goto('/admin/supplements/add');
  await admin.save.click();
  await shoot('admin-form-errors');
  for (const [name, address] of [
    ['day', 'scale=day'],
    ['week', 'scale=week'],
    ['table', 'scale=week&as=table'],
  ] as const) {
    await page.goto(`/admin/calendar?${address}`);
    const table = isMobile ? page.getByRole('main').getByRole('listitem').first() : page.getByRole('table');
    await (name === 'table' ? table : page.getByRole('grid')).waitFor();
    await shoot(`admin-calendar-${name}`, { fullPage: false });
  }

  for (const status of ['PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED', 'CANCELLED_BY_USER']) {
    await page.goto(`/admin/bookings?status=${status}`);
    await page.getByRole('link', { name: /^RH-/ }).first().click();
    await page.getByRole('region', { name: t('admin.bookings.timeline.title') }).waitFor();
    await shoot(`admin-booking-${status.toLowerCase().replaceAll('_', '-')}`);
  }
  await page.goto('/admin/bookings?status=CONFIRMED&paymentStatus=COMPLETED');
  await page.getByRole('link', { name: /^RH-/ }).first().click();
  for (const action of ['cancel', 'move', 'reassign', 'handOver'] as const) {
    await page.getByRole('button', { name: t(`admin.bookings.actions.${action}`) }).click();
    await shoot(`admin-booking-${action}`, { fullPage: false });
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: t('admin.bookings.refund.action') }).click();
  await shoot('admin-booking-refund', { fullPage: false });
});

test('the demo rider', async ({ page, texts, header, login, myBookings }, { project }) => {
  const { t } = texts;
  const shoot = camera(page, project.name);
  await page.goto('/auth/login?redirect=/my-bookings');
  await login.signIn({ ...rider, password: 'Wrong-pass-1' });
  await page.getByRole('alert').first().waitFor();
  await shoot('login-refused');
  await login.signIn(rider);
  await myBookings.next.waitFor();
  await shoot('my-bookings');
  await page
    .getByRole('button', { name: t('bookings.cancel.action') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('bookings.cancel.refund')).waitFor();
  await shoot('cancel', { fullPage: false });
  await page.keyboard.press('Escape');
  // A menu closes when what is pressed gets the focus back.
  await dialog.waitFor({ state: 'hidden' });
  await header.account.click();
  await page.getByRole('link', { name: t('nav.profile') }).waitFor();
  await shoot('account-menu', { fullPage: false });
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('profile');
  await page.getByRole('button', { name: t('profile.remove.action') }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('profile-delete', { fullPage: false });
});
