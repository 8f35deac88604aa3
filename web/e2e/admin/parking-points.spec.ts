import { unique } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// What is refused is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of (404|409|422)/] });

for (const who of ['admin', 'casablanca'] as const) {
  test(`${who} adds a parking point, finds, changes and deletes it`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    await backstage.signInStaff(page, who);
    const name = unique('Gare');
    await admin.begin('parking-points', 'admin.sections.parkingPoints', 'admin.parkingPoints.add');
    const [latitude, longitude] = [
      admin.field('admin.position.latitude'),
      admin.field('admin.position.longitude'),
    ];
    await admin.save.click();
    await expect(admin.field('admin.fields.name')).toBeFocused();
    await expect(latitude).toHaveAttribute('aria-invalid', 'true');
    await admin.field('admin.fields.name').fill(name);

    // An address, then the map, then coordinates: what comes last holds, and the others follow.
    const address = page.getByRole('combobox', { name: t('admin.position.search') });
    await address.fill('Guéliz');
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(latitude).toHaveValue(/^31\.6/);
    await expect(longitude).toHaveValue(/^-8\.0/);
    const map = page.getByRole('region', { name: t('admin.position.map') });
    await expect(map.locator('.map-pin')).toBeVisible();
    const found = await latitude.inputValue();
    await map.locator('.leaflet-container').click({ position: { x: 60, y: 60 } });
    await expect(latitude).not.toHaveValue(found);
    await expect(latitude).toHaveValue(/^\d/);
    await latitude.fill('33.5954, -7.6187');
    await expect(longitude).toHaveValue('-7.6187');
    await expect(latitude).toHaveValue('33.5954');

    await admin.field('admin.parkingPoints.address').fill('Boulevard Houphouët-Boigny, Casablanca');
    await admin.field('admin.parkingPoints.instructions').fill('Niveau -1, porte B');
    const monday = t('format.weekday.monday');
    await page.getByRole('checkbox', { name: monday }).check();
    await page.getByLabel(t('admin.hours.start', { day: monday })).fill('07:30');
    await page.getByLabel(t('admin.hours.end', { day: monday })).fill('21:00');
    await page.getByRole('button', { name: t('admin.hours.copy', { day: monday }) }).click();
    await page.getByRole('checkbox', { name: t('format.weekday.sunday') }).uncheck();
    await expectSound(page, texts, language);
    const franchise = page.getByRole('combobox', { name: t('admin.fields.franchise') });
    await expect(franchise).toHaveCount(who === 'admin' ? 1 : 0);
    await admin.save.click();
    await expect(admin.heading).toHaveText(t('admin.sections.parkingPoints'));

    await admin.edit(name);
    await expect(latitude).toHaveValue('33.5954');
    await expect(admin.field('admin.parkingPoints.instructions')).toHaveValue('Niveau -1, porte B');
    await expect(page.getByRole('checkbox', { name: t('format.weekday.saturday') })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: t('format.weekday.sunday') })).not.toBeChecked();
    await page.getByLabel(t('admin.hours.end', { day: monday })).fill('23:00');
    await admin.field('admin.parkingPoints.instructions').fill('Niveau 0, porte C');
    await admin.save.click();
    await expect(admin.heading).toHaveText(t('admin.sections.parkingPoints'));

    // Deleted by mistake, it comes back as it was.
    await admin.find(name);
    await admin.remove(name).click();
    await admin.confirmRemoval();
    const gone = admin.notice(t('admin.remove.done', { name }));
    const made = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/parking-points$/.test(response.url()),
    );
    await gone.getByRole('button', { name: t('admin.undo.undo') }).click();
    const { data } = (await (await made).json()) as { data: { parkingPoint: { id: string } } };
    await expect(admin.record(name)).toHaveAttribute('href', new RegExp(data.parkingPoint.id));
    await admin.edit(name);
    await expect(page.getByLabel(t('admin.hours.end', { day: monday }))).toHaveValue('23:00');
    await expect(page.getByRole('checkbox', { name: t('format.weekday.sunday') })).not.toBeChecked();
    await expect(admin.field('admin.parkingPoints.instructions')).toHaveValue('Niveau 0, porte C');
    await expect(admin.field('admin.parkingPoints.address')).toHaveValue(
      'Boulevard Houphouët-Boigny, Casablanca',
    );
    await expect(latitude).toHaveValue('33.5954');
    await expect(longitude).toHaveValue('-7.6187');
    await admin.removeOpened(name);
  });

  test(`${who} does not delete a parking point where motorcycles stand`, async ({
    page,
    language,
    backstage,
    admin,
  }) => {
    const { user } = await backstage.signInStaff(page, who);
    const { parkingPointId } = await backstage.claimMotorcycle(undefined, user.franchiseId ?? '');
    await page.goto(`/admin/parking-points/edit/${parkingPointId}`);
    const message = await admin.refusedRemoval();
    if (language === 'en') expect(message).toBe('Cannot delete parking point: it is currently in use');
    await page.reload();
    await expect(admin.field('admin.fields.name')).not.toHaveValue('');
  });
}

test('another franchise’s parking point is not there', async ({ page, texts, backstage, admin }) => {
  const { t } = texts;
  const marrakech = await backstage.signInStaff(page, 'marrakech');
  const { parkingPointId } = await backstage.claimMotorcycle(undefined, marrakech.user.franchiseId ?? '');
  await backstage.signInStaff(page, 'casablanca');
  await admin.open(`parking-points/edit/${parkingPointId}`, t('admin.absent.title'));
});
