import { newPerson } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// A wrong password is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of (401|422)/] });

for (const [who, role] of [
  ['admin', 'ADMIN'],
  ['casablanca', 'FRANCHISE_ADMIN'],
] as const) {
  test(`somebody that ${who} has hired looks after their own account`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
    profile,
  }) => {
    const { t } = texts;
    const person = newPerson();
    const here = await backstage.open(await backstage.signInStaff(page, who), person, role);
    const elsewhere = await backstage.login(person);
    await backstage.signIn(page, here);
    await admin.open('settings', t('admin.sections.settings'));
    const sessions = profile.part('profile.sessions.title');
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expectSound(page, texts, language);

    await profile.firstName.fill('Leïla Zahra');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await profile.save.click();
    expect((await saved).ok()).toBe(true);
    await page.reload();
    await expect(profile.firstName).toHaveValue('Leïla Zahra');

    // Letters to the franchise are its people's to choose; the platform's people get none.
    const letters = admin.panel('admin.settings.notices.title');
    if (role === 'FRANCHISE_ADMIN') {
      const moved = letters.getByRole('checkbox', { name: t('admin.letters.franchise_moved') });
      await expect(moved).toBeChecked();
      await expect(letters).toContainText('casablanca@');
      const kept = page.waitForResponse((response) => response.url().endsWith('/auth/notices'));
      await moved.uncheck();
      expect((await kept).ok()).toBe(true);
      await page.reload();
      await expect(moved).not.toBeChecked();
      await expect(
        letters.getByRole('checkbox', { name: t('admin.letters.franchise_booking') }),
      ).toBeChecked();
    } else await expect(letters).toBeHidden();

    await sessions
      .getByRole('listitem')
      .filter({ hasNotText: t('profile.sessions.current') })
      .getByRole('button')
      .click();
    await expect(sessions.getByText(t('profile.sessions.only'))).toBeVisible();
    expect(await backstage.knows(elsewhere)).toBe(false);

    const password = profile.part('profile.password.title');
    const fill = async (current: string, next: string) => {
      await password.getByLabel(t('profile.password.current')).fill(current);
      await password.getByLabel(t('auth.fields.newPassword')).fill(next);
      const answer = page.waitForResponse((response) => response.url().endsWith('/auth/change-password'));
      await password.getByRole('button', { name: t('profile.password.submit') }).click();
      return (await answer).status();
    };
    const next = 'Toubkal-4167';
    expect(await fill('Not-mine-1', next)).toBe(422);
    await expect(password.getByLabel(t('profile.password.current'))).toHaveAttribute('aria-invalid', 'true');
    await expectSound(page, texts, language);
    expect(await fill(person.password, next)).toBe(204);
    expect(await backstage.lets(person)).toBe(false);
    expect(await backstage.lets({ ...person, password: next })).toBe(true);

    // The admin area follows the person's language, and so do letters once it is said.
    const other = language === 'fr' ? 'en' : 'fr';
    await page.getByRole('main').locator(`button[lang=${other}]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(admin.heading).not.toHaveText(t('admin.sections.settings'));
  });
}
