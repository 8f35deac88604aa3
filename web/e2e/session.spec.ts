import type { Page } from '@playwright/test';
import { expired, newPerson } from './support/backstage';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

/** Counts a page's exchanges of the refresh token. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/refresh-token') count += 1;
  });
  return () => count;
}

test.describe('signing in', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('refuses a wrong password, takes the right one, and signs out again', async ({
    page,
    backstage,
    header,
    home,
    login,
    myBookings,
  }) => {
    const person = newPerson();
    await backstage.register(person);
    await home.open();
    await header.follow('nav.signIn');
    await login.signIn({ ...person, password: 'Wrong-pass-1' });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(login.email).toHaveValue(person.email);
    expect(await backstage.sessionOf(page)).toBeNull();

    await login.signIn(person);
    await expect(header.account).toBeVisible();
    await header.follow('nav.myBookings');
    await expect(myBookings.empty).toBeVisible();

    await header.logOut();
    await expect(header.account).toBeHidden();
    expect(await backstage.sessionOf(page)).toBeNull();
    await page.goto('/my-bookings');
    await expect(login.title).toBeVisible();
    await login.signIn(person);
    await expect(myBookings.title).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  // The mailbox shows a mail in a frame without scripts, which refuses the browser driver's own.
  test.use({ expectedErrors: [/status of (401|422)|document's frame is sandboxed/] });

  test('is replaced with a mailed link, which works once', async ({
    page,
    texts,
    language,
    backstage,
    header,
    login,
    mailbox,
  }) => {
    const { t } = texts;
    const person = newPerson();
    const changed = { ...person, password: 'Route-du-Nord-7' };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await backstage.register(person);
    await page.goto('/auth/login');
    await login.forgot.click();
    await expect(heading(t('auth.forgot.title'))).toBeFocused();
    await page.getByRole('textbox', { name: t('auth.fields.email') }).fill(person.email);
    await page.getByRole('button', { name: t('auth.forgot.submit') }).click();
    await expect(heading(t('auth.forgot.sent.title'))).toBeFocused();
    await expectSound(page, texts, language);

    await mailbox.openMailTo(person.email);
    const link = await mailbox.follow('/auth/reset-password');
    await expect(heading(t('auth.reset.title'))).toBeVisible();
    await page.getByLabel(t('auth.fields.newPassword')).fill(changed.password);
    await page.getByRole('button', { name: t('auth.reset.submit') }).click();
    await expect(login.passwordSet).toBeVisible();
    expect(page.url()).not.toContain('token');
    await expectSound(page, texts, language);

    await login.signIn(person);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await login.signIn(changed);
    await expect(header.account).toBeVisible();

    await page.goto(link);
    await page.getByLabel(t('auth.fields.newPassword')).fill(person.password);
    await page.getByRole('button', { name: t('auth.reset.submit') }).click();
    await expect(heading(t('auth.link.invalid.title'))).toBeFocused();
    await expectSound(page, texts, language);
    await page.getByRole('link', { name: t('auth.link.ask') }).click();
    await expect(login.email).toHaveValue(person.email);
  });
});

test.describe('an address', () => {
  // The mailbox shows a mail in a frame without scripts, which refuses the browser driver's own.
  test.use({ expectedErrors: [/status of 422|document's frame is sandboxed/] });

  test('is confirmed with a mailed link, which works once', async ({
    page,
    texts,
    language,
    backstage,
    mailbox,
  }) => {
    const { t } = texts;
    const person = newPerson();
    const session = await backstage.register(person);
    await backstage.signIn(page, session);
    const wanted = newPerson().email;
    await backstage.changeEmail(session, wanted, person.password);
    await mailbox.openMailTo(wanted);
    const link = await mailbox.follow('/auth/confirm-email');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await expect(heading(t('auth.confirm.done.title'))).toBeFocused();
    expect(page.url()).not.toContain('token');
    await expectSound(page, texts, language);
    await page.goto(link);
    await expect(heading(t('auth.link.invalid.title'))).toBeFocused();
    await page.getByRole('link', { name: t('auth.confirm.profile') }).click();
    await expect(page.getByRole('main').getByText(wanted)).toBeVisible();
  });
});

test('an access token that ran out is renewed unseen', async ({ page, backstage, myBookings }) => {
  const session = await backstage.register();
  await backstage.signIn(page, expired(session));
  const refreshes = countRefreshes(page);
  await page.goto('/my-bookings');
  await expect(myBookings.empty).toBeVisible();
  expect(refreshes()).toBe(1);
  const renewed = await backstage.sessionOf(page);
  expect(renewed?.refreshToken).not.toBe(session.refreshToken);
});

test('two tabs that renew at the same moment stay signed in', async ({ page, context, texts, backstage }) => {
  await backstage.signIn(page, expired(await backstage.register()));
  const tabs = [page, await context.newPage()];
  const refreshes = tabs.map(countRefreshes);
  await Promise.all(tabs.map((tab) => tab.goto('/my-bookings')));
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { name: texts.t('bookings.empty.title') })).toBeVisible();
  }
  expect(refreshes.reduce((sum, count) => sum + count(), 0)).toBe(1);
  for (const tab of tabs) {
    await tab.reload();
    await expect(tab.getByRole('heading', { name: texts.t('bookings.empty.title') })).toBeVisible();
  }
});

test.describe('a session that the server ended', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('leads to signing in and back', async ({ page, backstage, login, myBookings }) => {
    const person = newPerson();
    const session = await backstage.register(person);
    await backstage.signIn(page, expired(session));
    await backstage.logOut(session);
    await page.goto('/my-bookings');
    await login.signIn(person);
    await expect(myBookings.title).toBeVisible();
  });
});
