import { readFile } from 'node:fs/promises';
import { unique } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// A refused deletion is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of (404|409|422)/] });

test('a supplement is made, found, changed, deleted and brought back', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  await backstage.signInStaff(page, 'admin');
  await admin.open('supplements', t('admin.sections.supplements'));
  await expect(admin.record('GPS moto')).toBeVisible();
  await expectSound(page, texts, language);

  await page.getByRole('link', { name: t('admin.supplements.add') }).click();
  await expect(admin.heading).toBeFocused();
  await admin.save.click();
  await expect(admin.field('admin.fields.name')).toBeFocused();
  await expectSound(page, texts, language);
  const name = unique('Tente');
  await admin.field('admin.fields.name').fill(name);
  await admin.field('admin.fields.price').fill('45,50');
  await admin.save.click();
  await expect(admin.notice(t('admin.form.saved', { name }))).toBeVisible();

  await admin.find(name);
  await admin.record(name).click();
  await expect(admin.field('admin.fields.price')).toHaveValue('45.50');
  await admin.field('admin.fields.price').fill('60');
  // Going back asks, and stays.
  await page.goBack();
  await page.getByRole('button', { name: t('admin.leave.stay') }).click();
  await expect(admin.field('admin.fields.price')).toHaveValue('60');
  await admin.save.click();
  await expect(page).toHaveURL(/[?&]q=Tente/);

  await admin.remove(name).click();
  await expect(admin.dialog).toContainText(name);
  await admin.confirmRemoval();
  const gone = admin.notice(t('admin.remove.done', { name }));
  await expect(admin.record(name)).toBeHidden();
  await gone.getByRole('button', { name: t('admin.undo.undo') }).click();
  await expect(admin.record(name)).toBeVisible();
});

test('what bookings have is not deleted, and says so where it was tried', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  await backstage.signInStaff(page, 'admin');
  await admin.open('supplements?q=GPS', t('admin.sections.supplements'));
  await admin.remove('GPS moto').click();
  await admin.confirmRemoval();
  await expect(admin.dialog.getByRole('alert')).toContainText(t('admin.remove.refused'));
  await expectSound(page, texts, language);
  await page.keyboard.press('Escape');
  await expect(admin.record('GPS moto')).toBeVisible();
});

test('a list is saved as it is filtered', async ({ page, texts, backstage, admin }) => {
  const { t } = texts;
  await backstage.signInStaff(page, 'admin');
  await admin.open('supplements?q=GPS&isActive=true', t('admin.sections.supplements'));
  await expect(admin.record('GPS moto')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('admin.export.export') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('supplements.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('GPS moto');
});

test('a feature is made for a franchise, changed by two people, and deleted', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'casablanca');
  await admin.open('motorcycle-features', t('admin.sections.features'));
  await expectSound(page, texts, language);
  // The platform's are there to read.
  await expect(admin.record('ABS')).toBeVisible();
  await expect(admin.remove('ABS')).toBeHidden();
  await admin.record('ABS').click();
  await expect(page.getByText(t('admin.form.readOnly'))).toBeVisible();
  await expectSound(page, texts, language);

  const name = unique('Klaxon');
  await admin.open('motorcycle-features/add', t('admin.features.add'));
  await admin.field('admin.fields.name').fill(name);
  const icons = page.getByRole('group', { name: t('admin.features.icon') });
  const drawing = t('admin.features.icons.terrain');
  await icons.getByText(drawing).click();
  await expect(icons.getByRole('radio', { name: drawing })).toBeChecked();
  await expectSound(page, texts, language);
  await admin.save.click();
  await admin.find(name);
  await admin.record(name).click();
  await expect(icons.getByRole('radio', { name: drawing })).toBeChecked();
  await admin.field('admin.fields.description').fill('Loud');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await backstage.changeFeature(staff, id, { description: 'Louder' });
  await admin.save.click();
  const notice = page.getByRole('status').filter({ hasText: t('admin.conflict.title') });
  await expect(notice).toContainText('Louder');
  await expectSound(page, texts, language);
  await notice.getByRole('button', { name: t('admin.conflict.take') }).click();
  await expect(admin.field('admin.fields.description')).toHaveValue('Louder');
  await page.getByRole('button', { name: t('admin.remove.remove'), exact: true }).click();
  await admin.confirmRemoval();
  await expect(admin.notice(t('admin.remove.done', { name }))).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/motorcycle-features/);
});

test('the sidebar has what permissions open, and a closed section says so', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const person = await backstage.signInStaff(page, 'marrakech');
  await admin.open('supplements', t('admin.sections.supplements'));
  const sections = await admin.sections();
  expect(sections).toContain('/admin/supplements');
  expect(sections).toContain('/admin/motorcycle-features');
  expect(person.user.role).toBe('FRANCHISE_ADMIN');
  await expectSound(page, texts, language);

  // A permission that was taken away since the page was opened.
  await page.route('**/auth/me', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const name of ['MOTORCYCLE_FEATURE_LIST', 'MOTORCYCLE_FEATURE_GET_BY_ID'])
      delete body.data.user.permissions[name];
    await route.fulfill({ response, json: body });
  });
  await admin.open('motorcycle-features', t('admin.forbidden.title'));
  await expectSound(page, texts, language);
  await page.getByRole('link', { name: t('admin.forbidden.back') }).click();
  await expect(page).not.toHaveURL(/motorcycle-features/);
  await expect(admin.heading).toBeVisible();
});

test('a customer who types its address finds nothing there', async ({ page, texts, backstage }) => {
  await backstage.signIn(page, await backstage.register());
  const admins: string[] = [];
  page.on('request', (request) => {
    if (/entity|admin|crud/.test(new URL(request.url()).pathname.replace(/^\/admin.*/, '')))
      admins.push(request.url());
  });
  await page.goto('/admin/supplements');
  await expect(page.getByRole('heading', { level: 1, name: texts.t('errors.notFound.code') })).toBeVisible();
  expect(admins).toEqual([]);
});
