import { newPerson, unique } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// What is refused is an answer like any other to the page; the mailbox shows a mail in a frame without scripts.
test.use({ expectedErrors: [/status of (401|403|404|409|422)|document's frame is sandboxed/] });

for (const who of ['admin', 'casablanca'] as const) {
  test(`${who} opens an account, finds, changes and deletes it`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    await backstage.signInStaff(page, who);
    const person = { ...newPerson(), lastName: unique('Haddad') };
    await admin.begin('users', 'admin.sections.users', 'admin.users.add');
    await admin.save.click();
    await expect(admin.field('auth.fields.firstName')).toBeFocused();
    await expectSound(page, texts, language);
    await admin.field('auth.fields.firstName').fill(person.firstName);
    await admin.field('auth.fields.lastName').fill(person.lastName);
    await admin.field('admin.fields.email').fill(person.email);
    await admin.field('admin.fields.phone').fill(person.phoneNumber);
    await page.getByLabel(t('auth.fields.password'), { exact: true }).fill(person.password);
    // Nobody gives what is not theirs to give.
    const role = page.getByRole('combobox', { name: t('admin.users.roleLabel') });
    const offered = {
      admin: ['CUSTOMER', 'FRANCHISE_ADMIN', 'ADMIN'],
      casablanca: ['CUSTOMER', 'FRANCHISE_ADMIN'],
    };
    await expect(role.getByRole('option')).toHaveText(
      offered[who].map((one) => t(`admin.users.role.${one as 'ADMIN'}`)),
    );
    await expect(page.getByRole('combobox', { name: t('admin.fields.franchise') })).toHaveCount(
      who === 'admin' ? 1 : 0,
    );
    await role.selectOption('CUSTOMER');
    await admin.saveNew();
    await expect(admin.heading).toHaveText(`${person.firstName} ${person.lastName}`);
    expect(await backstage.lets(person)).toBe(true);

    await admin.open('users', t('admin.sections.users'));
    await admin.edit(person.lastName);
    const phone = admin.field('admin.fields.phone');
    await expect(phone).toHaveValue(person.phoneNumber);
    await phone.fill('+212 522 00 00 07');
    if (who === 'admin') {
      await role.selectOption('FRANCHISE_ADMIN');
      await admin.save.click();
      await expect(page.getByRole('combobox', { name: t('admin.fields.franchise') })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await admin.choose('admin.fields.franchise', 'Marrakech');
    } else await expect(role).toBeHidden();
    await admin.saveChanges();
    await page.reload();
    await expect(phone).toHaveValue('+212 522 00 00 07');
    const { user } = await backstage.login(person);
    expect(user.role).toBe(who === 'admin' ? 'FRANCHISE_ADMIN' : 'CUSTOMER');
    await expectSound(page, texts, language);

    await admin.open('users', t('admin.sections.users'));
    await admin.edit(person.lastName);
    await admin.removeOpened(person.lastName);
    expect(await backstage.lets(person)).toBe(false);
  });

  test(`${who} checks an identity card, ends sessions, blocks and lets in again`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
    mailbox,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const person = { ...newPerson(), lastName: unique('Alaoui') };
    const session = await backstage.open(staff, person);
    await backstage.giveCard(session);
    await admin.open(`users/edit/${session.user.id}`, `${person.firstName} ${person.lastName}`);
    const card = admin.panel('admin.users.card.title');
    await expect(card.getByText(t('admin.users.card.SUBMITTED'))).toBeVisible();
    await card
      .getByRole('button', { name: new RegExp(t('admin.users.card.show')) })
      .first()
      .click();
    await expect(card.getByRole('img', { name: t('admin.users.card.front') })).toBeVisible();
    await card.getByRole('button', { name: t('admin.users.card.approve') }).click();
    await expect(card.getByText(t('admin.users.card.APPROVED'))).toBeVisible();
    await expectSound(page, texts, language);
    await card.getByRole('button', { name: t('admin.users.card.refuse') }).click();
    await admin.dialog
      .getByRole('combobox', { name: t('admin.users.card.why') })
      .selectOption('NAME_DIFFERS');
    await admin.dialog.getByRole('textbox', { name: t('admin.users.card.note') }).fill('Haddad, 1987');
    await expectSound(page, texts, language);
    await admin.dialog.getByRole('button', { name: t('admin.users.card.refuse') }).click();
    await expect(admin.dialog).toBeHidden();
    await expect(card.getByText(t('admin.users.card.REFUSED'))).toBeVisible();
    await expect(card).toContainText('Haddad, 1987');

    const sessions = admin.panel('admin.users.sessions.title');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    expect(await backstage.knows(session)).toBe(true);
    await sessions.getByRole('button', { name: new RegExp(`^${t('profile.sessions.end')}`) }).click();
    await expect(sessions.getByText(t('admin.users.sessions.none'))).toBeVisible();
    expect(await backstage.knows(session)).toBe(false);

    await sessions.getByRole('button', { name: t('admin.users.block.block') }).click();
    await admin.dialog.getByRole('textbox', { name: t('admin.users.block.reason') }).fill('Chargeback');
    await expectSound(page, texts, language);
    await admin.dialog.getByRole('button', { name: t('admin.users.block.block') }).click();
    const letIn = page.getByRole('button', { name: t('admin.users.block.unblock') });
    await expect(letIn).toBeVisible();
    await expect(page.getByText('Chargeback')).toBeVisible();
    expect(await backstage.lets(person)).toBe(false);
    await letIn.click();
    await expect(letIn).toBeHidden();
    expect(await backstage.lets(person)).toBe(true);

    // The person reads why, in the words of whoever looked.
    await mailbox.openMailTo(person.email);
    await expect(page.getByText('Haddad, 1987').first()).toBeVisible();
  });

  test(`${who} does not delete who has a booking to come`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const staff = await backstage.signInStaff(page, who);
    const person = { ...newPerson(), lastName: unique('Tazi') };
    const session = await backstage.open(staff, person);
    await backstage.book(session, await backstage.claimMotorcycle());
    await admin.open(`users/edit/${session.user.id}`, `${person.firstName} ${person.lastName}`);
    const message = await admin.refusedRemoval();
    if (language === 'en') expect(message).toContain('1 booking');
    await expectSound(page, texts, language);
    await page.keyboard.press('Escape');
    expect(await backstage.lets(person)).toBe(true);
  });
}

test('a franchise reads who rents there, and changes nothing of it', async ({
  page,
  texts,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'casablanca');
  const claim = await backstage.claimMotorcycle(undefined, staff.user.franchiseId ?? '');
  const person = { ...newPerson(), lastName: unique('Berrada') };
  const rider = await backstage.register(person);
  await admin.open(`users/edit/${rider.user.id}`, t('admin.absent.title'));
  await backstage.book(rider, claim);
  await admin.open(`users/edit/${rider.user.id}`, `${person.firstName} ${person.lastName}`);
  await expect(page.getByText(t('admin.form.readOnly'))).toBeVisible();
  await expect(admin.panel('admin.users.sessions.title')).toBeHidden();
  await expect(page.getByRole('button', { name: t('admin.remove.remove'), exact: true })).toBeHidden();
});
