import { randomUUID } from 'node:crypto';
import { dayAfter, dayFromToday } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// What is refused is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of (404|409|422)/] });

for (const who of ['admin', 'casablanca'] as const) {
  test(`${who} adds a motorcycle, shows and blocks it, finds, changes and deletes it`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    await backstage.signInStaff(page, who);
    // No other test's.
    const mark = randomUUID().slice(0, 4);
    const model = `Himalayan ${mark}`;
    const plate = `${Date.now() % 100_000}-A-${mark}`;
    await admin.begin('motorcycles', 'admin.sections.motorcycles', 'admin.motorcycles.add');
    await expect(admin.heading).toBeFocused();
    await admin.field('admin.motorcycles.make').fill('Royal Enfield');
    await admin.field('admin.motorcycles.model').fill(model);
    await admin.field('admin.motorcycles.plate').fill(plate);
    await admin.field('admin.motorcycles.year').fill('2024');
    await admin.field('admin.motorcycles.dayPrice').fill('420');
    await page.getByRole('checkbox', { name: 'ABS' }).check();
    const franchise = page.getByRole('combobox', { name: t('admin.fields.franchise') });
    if (who === 'admin') {
      await franchise.click();
      await page.getByRole('listbox').getByRole('option').first().click();
    } else await expect(franchise).toBeHidden();
    await admin.save.click();
    await expect(page).toHaveURL(/\/motorcycles\/edit\//);
    await expect(admin.heading).toContainText(`Royal Enfield ${model}`);

    const pictures = page.getByRole('region', { name: t('admin.motorcycles.pictures.title') });
    const file = await page.screenshot({ type: 'png' });
    await pictures
      .locator('input[type=file]')
      .setInputFiles(
        ['left.png', 'right.png'].map((name) => ({ name, mimeType: 'image/png', buffer: file })),
      );
    await expect(pictures.getByRole('listitem')).toHaveCount(2);
    const alt = pictures.getByRole('textbox', { name: t('admin.motorcycles.pictures.alt', { place: 2 }) });
    await alt.fill('From the right');
    await alt.press('Enter');
    await pictures
      .getByRole('button', { name: t('admin.motorcycles.pictures.makePrimary', { place: 2 }) })
      .click();
    await expect(pictures.getByRole('img').first()).toHaveAccessibleName('From the right');

    const calendar = page.getByRole('region', { name: t('admin.motorcycles.calendar.title') });
    const day = dayFromToday(1);
    if (!dayFromToday(0).startsWith(day.slice(0, 7)))
      await calendar.getByRole('button', { name: t('admin.motorcycles.calendar.next') }).click();
    await calendar.locator(`[data-day="${day}"]`).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await expect(admin.dialog.getByLabel(t('admin.motorcycles.block.startDay'))).toHaveValue(day);
    await admin.dialog.getByLabel(t('admin.motorcycles.block.endDay')).fill(dayAfter(day, 2));
    await expectSound(page, texts, language);
    await admin.save.last().click();
    await expect(admin.notice(t('admin.motorcycles.block.made'))).toBeVisible();
    await expect(
      calendar.getByRole('button', { name: t('admin.motorcycles.reason.maintenance') }).first(),
    ).toBeVisible();
    await expectSound(page, texts, language);

    await admin.open('motorcycles', t('admin.sections.motorcycles'));
    await admin.find(model);
    await expect(page.getByText(plate, { exact: true })).toBeVisible();
    await admin.record(model).click();
    await admin.field('admin.motorcycles.dayPrice').fill('399,90');
    await admin.save.click();
    await expect(admin.notice(plate)).toBeVisible();
    await page.reload();
    await expect(admin.field('admin.motorcycles.dayPrice')).toHaveValue('399.90');
    await page.getByRole('button', { name: t('admin.remove.remove'), exact: true }).click();
    await expect(admin.dialog).toContainText(t('admin.motorcycles.removal'));
    await admin.confirmRemoval();
    await expect(page).toHaveURL(/\/admin\/motorcycles\/?(\?|$)/);
    await expect(admin.record(model)).toBeHidden();
  });
}

test('what is booked is neither blocked nor deleted', async ({ page, texts, language, backstage, admin }) => {
  const { t } = texts;
  const claim = await backstage.claimMotorcycle();
  await backstage.book(await backstage.register(), claim);
  await backstage.signInStaff(page, 'admin');
  const month = claim.startDate.slice(0, 7);
  await page.goto(`/admin/motorcycles/edit/${claim.motorcycleId}?month=${month}`);
  await expect(admin.heading).toContainText(claim.name);
  const calendar = page.getByRole('region', { name: t('admin.motorcycles.calendar.title') });
  const day = calendar.locator(`[data-day="${claim.startDate}"]`);
  await expect(day).toHaveAccessibleName(new RegExp(t('status.booking.PENDING_PAYMENT')));
  await expectSound(page, texts, language);
  await day.focus();
  await page.keyboard.press('Enter');
  await admin.save.last().click();
  await expect(admin.dialog.getByRole('alert')).toContainText(t('admin.motorcycles.block.failed'));
  await expectSound(page, texts, language);
  await page.keyboard.press('Escape');
  await expect(admin.dialog).toBeHidden();
  await page.getByRole('button', { name: t('admin.remove.remove'), exact: true }).click();
  await admin.confirmRemoval();
  await expect(admin.dialog.getByRole('alert')).toContainText(t('admin.remove.refused'));
});
