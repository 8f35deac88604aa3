import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { dayFromToday, newPerson, unique } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// What is refused is an answer like any other to the page; the mailbox shows a mail in a frame without scripts.
test.use({ expectedErrors: [/status of (404|409|422)|document's frame is sandboxed/] });

/** Other journeys choose the first franchise there is: those of these come last. */
const named = () => unique('Zagora');

/** What a press has the browser save. */
async function saved(page: Page, button: Locator): Promise<{ file: Download; content: string }> {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  return { file, content: await readFile(await file.path(), 'utf8') };
}

test('a franchise, from its application to its first statement', async ({
  page,
  texts,
  language,
  backstage,
  admin,
  mailbox,
}) => {
  // The whole road: two people, eight pages.
  test.slow();
  const { t } = texts;
  const name = named();
  const code = name.split(' ').at(-1)?.toUpperCase() ?? '';
  const contact = newPerson().email;
  const boss = { ...newPerson(), lastName: unique('Filali') };

  await backstage.signInStaff(page, 'admin');
  await admin.begin('franchises', 'admin.sections.franchises', 'admin.franchises.add');
  await admin.field('admin.fields.name').fill(name);
  await admin.field('admin.franchises.code').fill('zagora');
  await admin.field('admin.fields.email').fill(contact);
  await admin.field('admin.fields.phone').fill('+212 539 00 00 01');
  await admin.field('admin.fields.address').fill('Avenue Hassan II, Chefchaouen');
  await admin.field('admin.position.latitude').fill('35.1688, -5.2636');
  const monday = t('format.weekday.monday');
  await page.getByRole('checkbox', { name: monday }).check();
  await page.getByRole('button', { name: t('admin.hours.copy', { day: monday }) }).click();
  await admin.field('admin.franchises.commission').fill('12,5');
  await admin.save.click();
  // A code is capitals.
  await expect(admin.field('admin.franchises.code')).toBeFocused();
  await admin.field('admin.franchises.code').fill(code);
  await expectSound(page, texts, language);
  const id = await admin.saveNew();
  await expect(admin.heading).toContainText(name);

  // It waits, and is let in with a letter.
  const status = page.getByRole('combobox', { name: t('admin.fields.status') });
  await expect(status).toHaveValue('PENDING_APPROVAL');
  const approve = page.getByRole('button', { name: t('admin.franchises.approve') });
  await approve.click();
  await expect(approve).toBeHidden();
  await expect(status).toHaveValue('ACTIVE');
  await admin.field('admin.franchises.turnaround').fill('30');
  await admin.field('admin.franchises.partialPercent').fill('40');
  await admin.saveChanges();
  await page.reload();
  await expect(admin.field('admin.franchises.turnaround')).toHaveValue('30');
  await expect(admin.field('admin.franchises.commission')).toHaveValue('12.5');

  // Whoever is added from its page works there.
  const staff = admin.panel('admin.franchises.staff');
  await expect(staff.getByText(t('admin.franchises.noStaff'))).toBeVisible();
  await expectSound(page, texts, language);
  await staff.getByRole('link', { name: t('admin.users.add') }).click();
  await expect(page.getByRole('combobox', { name: t('admin.users.roleLabel') })).toHaveValue(
    'FRANCHISE_ADMIN',
  );
  await expect(page.getByRole('combobox', { name: t('admin.fields.franchise') })).toHaveValue(name);
  await admin.field('auth.fields.firstName').fill(boss.firstName);
  await admin.field('auth.fields.lastName').fill(boss.lastName);
  await admin.field('admin.fields.email').fill(boss.email);
  await page.getByLabel(t('auth.fields.password'), { exact: true }).fill(boss.password);
  await page.getByRole('combobox', { name: t('admin.users.languageLabel') }).selectOption(language);
  await admin.saveNew();
  await mailbox.openMailTo(contact, name);
  await expect(page.getByText(name).first()).toBeVisible();

  // Its own people see their house, and what is agreed with the platform.
  const session = await backstage.login(boss);
  await backstage.signIn(page, session);
  await page.goto('/admin/franchises');
  await expect(page).toHaveURL(new RegExp(`/admin/franchises/edit/${id}$`));
  await expect(admin.heading).toHaveText(name);
  await expect(admin.field('admin.franchises.commission')).toBeHidden();
  await expect(admin.panel('admin.franchises.terms')).toContainText(/12[.,]5/);
  await expect(admin.field('admin.fields.phone')).toHaveValue('+212 539 00 00 01');
  await admin.field('admin.fields.phone').fill('+212 539 00 00 02');
  await admin.saveChanges();
  await expectSound(page, texts, language);

  // A place, a motorcycle.
  const place = unique('Bab Souk');
  await admin.open('parking-points/add', t('admin.parkingPoints.add'));
  await admin.field('admin.fields.name').fill(place);
  await admin.field('admin.position.latitude').fill('35.1712, -5.2697');
  await admin.save.click();
  await expect(admin.heading).toHaveText(t('admin.sections.parkingPoints'));
  const parkingPointId = (await admin.record(place).getAttribute('href'))?.split('/').at(-1) ?? '';
  await admin.open('motorcycles/add', t('admin.motorcycles.add'));
  await admin.field('admin.motorcycles.make').fill('Royal Enfield');
  await admin.field('admin.motorcycles.model').fill('Himalayan');
  await admin.field('admin.motorcycles.plate').fill(code);
  await admin.field('admin.motorcycles.year').fill('2024');
  await admin.field('admin.motorcycles.dayPrice').fill('400');
  await admin.choose('admin.motorcycles.parkingPoint', place);
  const motorcycleId = await admin.saveNew();
  await expect(admin.heading).toContainText('Himalayan');

  // A rental, paid at the counter, of which the franchise and its people are told.
  const day = (days: number) => `${dayFromToday(days)}T09:00:00Z`;
  const { reference } = await backstage.bookAtCounter(session, {
    motorcycleId,
    parkingPointId,
    startDatetime: day(20),
    endDatetime: day(22),
  });
  for (const address of [contact, boss.email]) {
    await mailbox.openMailTo(address, reference);
    await expect(page.getByText(reference).first()).toBeVisible();
  }

  // The month's statement tells of it.
  await admin.open('statements', t('admin.sections.statements'));
  const month = page
    .getByRole('main')
    .getByRole(admin.phone ? 'listitem' : 'row')
    .filter({ has: page.getByRole('button', { name: t('admin.franchises.pdf') }) });
  await expect(month).toHaveCount(1);
  await expect(month).toContainText(/800[.,]00/);
  await expect(month).toContainText(/100[.,]00/);
  await expectSound(page, texts, language);
  const csv = await saved(page, month.getByRole('button', { name: new RegExp(t('admin.franchises.csv')) }));
  expect(csv.file.suggestedFilename()).toMatch(new RegExp(`^${code}-\\d{4}-\\d{2}\\.csv$`));
  const line = csv.content.split('\r\n').find((row) => row.includes(reference));
  expect(line).toContain(`${reference},BOOKING_EARNED,800.00,100.00,700.00,700.00,800.00`);
  const pdf = await saved(page, month.getByRole('button', { name: new RegExp(t('admin.franchises.pdf')) }));
  expect(pdf.file.suggestedFilename()).toMatch(new RegExp(`^${code}-\\d{4}-\\d{2}\\.pdf$`));
  expect(pdf.content).toMatch(/^%PDF-/);

  // The platform reads the same, and does not delete a house that has rented.
  await backstage.signInStaff(page, 'admin');
  await admin.open(`statements?franchiseId=${id}`, t('admin.sections.statements'));
  await expect(month).toContainText(/700[.,]00/);
  await admin.open(`franchises/edit/${id}`, name);
  await expect(staff.getByRole('link', { name: boss.lastName })).toBeVisible();
  const message = await admin.refusedRemoval();
  if (language === 'en')
    expect(message).toMatch(
      /^Cannot delete franchise, it is in use\. Motorcycles: \d+, bookings: 1, users: 1/,
    );
});

test('a franchise that never rented is found and deleted', async ({ page, texts, backstage, admin }) => {
  const { t } = texts;
  await backstage.signInStaff(page, 'admin');
  const name = named();
  await admin.open('franchises/add', t('admin.franchises.add'));
  await admin.field('admin.fields.name').fill(name);
  await admin.field('admin.franchises.code').fill(name.split(' ').at(-1)?.toUpperCase() ?? '');
  await admin.field('admin.fields.email').fill(newPerson().email);
  await admin.saveNew();
  await admin.open('franchises', t('admin.sections.franchises'));
  await admin.edit(name);
  await admin.removeOpened(name);
});

test('a franchise’s people see nothing of another', async ({ page, texts, backstage, admin }) => {
  const { t } = texts;
  const marrakech = await backstage.signInStaff(page, 'marrakech');
  await backstage.signInStaff(page, 'casablanca');
  await admin.open(`franchises/edit/${marrakech.user.franchiseId}`, t('admin.absent.title'));
  await admin.open('franchises/add', t('admin.forbidden.title'));
});
