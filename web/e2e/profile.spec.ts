import { newPerson } from './support/backstage';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

test.describe('a profile', () => {
  // The mailbox shows a mail in a frame without scripts, which refuses the browser driver's own.
  test.use({ expectedErrors: [/document's frame is sandboxed/] });

  test('is kept: details, identity card, password and address', async ({
    page,
    texts,
    language,
    backstage,
    header,
    login,
    mailbox,
    profile,
  }) => {
    const { t } = texts;
    const person = newPerson();
    const changed = { ...person, email: newPerson().email, password: 'Route-du-Nord-7' };
    await backstage.signIn(page, await backstage.register(person));
    await profile.open();

    await profile.firstName.fill('Zineb');
    await profile.save.click();
    await expect(profile.notices.getByText(t('profile.details.saved'))).toBeVisible();
    await expect(header.account).toHaveAccessibleName(/Zineb/);

    await profile.giveFront(await page.screenshot());
    await page.reload();
    await expect(profile.firstName).toHaveValue('Zineb');
    expect(await profile.lookAtFront()).toBeGreaterThan(300);
    await expectSound(page, texts, language);

    await profile.changePassword(person.password, changed.password);
    await profile.changeEmail(changed.email, changed.password);
    await expectSound(page, texts, language);
    await mailbox.openMailTo(changed.email);
    await mailbox.follow('/auth/confirm-email');
    await page.getByRole('link', { name: t('auth.confirm.profile') }).click();
    const email = profile.part('profile.email.title');
    await expect(email.getByText(changed.email)).toBeVisible();
    await expect(email.getByText(t('profile.email.confirmed'), { exact: true })).toBeVisible();

    await header.logOut();
    await page.goto('/auth/login?redirect=/profile');
    await login.signIn(changed);
    await expect(profile.title).toBeVisible();
  });
});

test('other devices are signed out, and an account ends', async ({
  page,
  texts,
  header,
  backstage,
  profile,
}) => {
  const { t } = texts;
  const person = newPerson();
  const elsewhere = await backstage.register(person);
  await backstage.signIn(page, await backstage.login(person));
  await profile.open();
  const sessions = profile.part('profile.sessions.title');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: t('profile.sessions.endOthers') }).click();
  await expect(sessions.getByText(t('profile.sessions.only'))).toBeVisible();
  expect(await backstage.knows(elsewhere)).toBe(false);

  await page.getByRole('button', { name: t('profile.remove.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('auth.fields.password')).fill(person.password);
  await dialog.getByRole('button', { name: t('profile.remove.confirm') }).click();
  await page.waitForURL('/');
  await expect(profile.notices.getByText(t('profile.remove.done'))).toBeVisible();
  await expect(header.account).toBeHidden();
  expect(await backstage.sessionOf(page)).toBeNull();
});

test.describe('a session that ends in the middle of a form', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('takes nothing with it that was typed', async ({ page, texts, backstage, login, profile }) => {
    const person = newPerson();
    const session = await backstage.register(person);
    await backstage.signIn(page, session);
    await profile.open();
    await profile.firstName.fill('Zineb');
    await backstage.logOut(session);
    await profile.save.click();
    await expect(page.getByText(texts.t('auth.login.ended.title'))).toBeVisible();
    await expect(login.email).toHaveValue(person.email);
    await login.password.fill(person.password);
    await login.submit.click();
    await expect(profile.title).toBeVisible();
    await expect(profile.firstName).toHaveValue('Zineb');
    await profile.save.click();
    await expect(profile.notices.getByText(texts.t('profile.details.saved'))).toBeVisible();
  });
});
