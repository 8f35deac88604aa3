import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// A place that is refused is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of 409/] });

/** Middle of an element on the screen. */
async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags something over so many columns and onto a row. */
async function drag(page: Page, what: Locator, { columns = 0, row }: { columns?: number; row: Locator }) {
  const from = await middleOf(what);
  const { y } = await middleOf(row);
  const column = (await row.getByRole('gridcell').first().boundingBox())?.width ?? 0;
  const onward = (await what.evaluate((bar) => bar.matches(':dir(rtl)'))) ? -1 : 1;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + onward * columns * column, y, { steps: 8 });
  await page.mouse.up();
}

/** Rows and bars of motorcycles and a rental, as a person finds them. */
function gridOf(page: Page, reference: string) {
  const row = ({ name }: { name: string }) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const bar = (motorcycle: { name: string }) =>
    row(motorcycle).getByRole('button', { name: new RegExp(reference) });
  return { row, bar, cell: (motorcycle: { name: string }) => bar(motorcycle).locator('xpath=ancestor::td') };
}

for (const who of ['admin', 'casablanca'] as const) {
  test(`${who} gives a rental another motorcycle on the calendar, and the first one back by keyboard`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const name = `Atlas ${randomUUID().slice(0, 6)}`;
    const [first, second] = await backstage.addMotorcycles(staff, name, 2);
    if (!first || !second) throw new Error('two were asked for');
    const { reference } = await backstage.bookAtCounter(staff, first);
    const { row, bar, cell } = gridOf(page, reference);
    const query = new URLSearchParams({ scale: 'month', day: first.startDate, q: name });
    await admin.open(`calendar?${query}`, t('admin.sections.calendar'));
    await expect(bar(first)).toBeVisible();
    await expect(row(second)).toBeVisible();
    await expectSound(page, texts, language);

    // By mouse, or with a finger from what a press shows.
    if (admin.phone) {
      await bar(first).click();
      await admin.dialog.getByRole('button', { name: t('admin.bookings.actions.reassign') }).click();
      await admin.dialog.getByRole('combobox', { name: t('admin.bookings.reassign.motorcycle') }).fill(name);
      await admin.dialog.getByRole('option', { name: second.name }).click();
    } else await drag(page, bar(first), { row: row(second) });
    await expect(admin.dialog).toHaveAccessibleName(t('admin.bookings.actions.reassign'));
    const confirm = admin.dialog.getByRole('button', { name: t('bookings.move.confirm'), exact: true });
    await expect(confirm).toBeEnabled();
    await expectSound(page, texts, language);
    await confirm.click();
    await expect(admin.dialog).toBeHidden();
    await expect(bar(second)).toBeVisible();
    await expect(bar(first)).toBeHidden();

    await cell(second).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('status').filter({ hasText: reference })).toContainText(first.name);
    await page.keyboard.press('Enter');
    await expect(confirm).toBeEnabled();
    await confirm.click();
    await expect(admin.dialog).toBeHidden();
    await expect(bar(first)).toBeVisible();
  });

  test(`${who} takes a rental to other days, and hears from the server what is not for rent`, async ({
    page,
    texts,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const name = `Saghro ${randomUUID().slice(0, 6)}`;
    const [first, broken] = await backstage.addMotorcycles(staff, name, 2);
    if (!first || !broken) throw new Error('two were asked for');
    const { reference } = await backstage.bookAtCounter(staff, first);
    await backstage.takeOut(staff, broken.motorcycleId);
    const { row, bar, cell } = gridOf(page, reference);
    const query = new URLSearchParams({ scale: 'month', day: first.startDate, q: name });
    await admin.open(`calendar?${query}`, t('admin.sections.calendar'));
    await expect(bar(first)).toBeVisible();
    await expect(row(broken)).toBeVisible();

    const before = (await bar(first).getAttribute('aria-label')) ?? '';
    if (admin.phone) {
      await bar(first).click();
      await admin.dialog.getByRole('button', { name: t('admin.bookings.actions.move') }).click();
      await admin.dialog
        .getByRole('combobox', { name: t('booking.when.time') })
        .last()
        .selectOption('09:30');
    } else await drag(page, bar(first), { columns: -2, row: row(first) });
    const confirm = admin.dialog.getByRole('button', { name: t('bookings.move.confirm'), exact: true });
    await expect(confirm).toBeEnabled();
    await confirm.click();
    await expect(admin.dialog).toBeHidden();
    await expect(bar(first)).not.toHaveAttribute('aria-label', before);

    await cell(first).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: reference })).toContainText(broken.name);
    const refusal = page.waitForResponse(/\/move-quote$/);
    await page.keyboard.press('Enter');
    const { message } = (await (await refusal).json()) as { message: string };
    await expect(admin.dialog).toContainText(message);
    await expect(confirm).toBeDisabled();
  });
}

test('a rental that is carried to an edge scrolls the fleet, and is put down where that leads', async ({
  page,
  texts,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'casablanca');
  const name = `Toubkal ${randomUUID().slice(0, 6)}`;
  const fleet = await backstage.addMotorcycles(staff, name, 18);
  const [first, last] = [fleet[0], fleet[17]];
  if (!first || !last) throw new Error('eighteen were asked for');
  const { reference } = await backstage.bookAtCounter(staff, first);
  const { row, bar } = gridOf(page, reference);
  const query = new URLSearchParams({ scale: 'month', day: first.startDate, q: name });
  await admin.open(`calendar?${query}`, t('admin.sections.calendar'));
  await expect(bar(first)).toBeVisible();
  // Whoever carries sees it whole: the grid, and the bar in it.
  const frame = page.getByRole('grid').locator('xpath=..');
  await frame.evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  await bar(first).evaluate((one) => one.scrollIntoView({ block: 'nearest', inline: 'center' }));
  const scrolled = () => frame.evaluate((grid) => grid.scrollTop);
  const atEnd = () =>
    frame.evaluate((grid) => grid.scrollHeight - grid.clientHeight - Math.round(grid.scrollTop) <= 1);
  expect(await scrolled()).toBe(0);

  const from = await middleOf(bar(first));
  const grid = await frame.boundingBox();
  if (!grid) throw new Error('it is not shown');
  // Escape leaves it where it was.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 80, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(admin.dialog).toBeHidden();

  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 80, { steps: 4 });
  await page.mouse.move(from.x, grid.y + grid.height - 4, { steps: 4 });
  // The hand stands still from here on.
  await expect.poll(atEnd).toBe(true);
  await expect(row(last)).toBeInViewport();
  // And back, and down again: a step past the edge is still the edge.
  await page.mouse.move(from.x, grid.y - 20, { steps: 4 });
  await expect.poll(scrolled).toBe(0);
  await page.mouse.move(from.x, grid.y + grid.height + 20, { steps: 4 });
  await expect.poll(atEnd).toBe(true);
  await expect(row(last)).toBeInViewport();
  const target = await middleOf(row(last));
  await page.mouse.move(from.x, target.y, { steps: 4 });
  await page.mouse.up();
  await expect(admin.dialog).toHaveAccessibleName(t('admin.bookings.actions.reassign'));
  await expect(
    admin.dialog.getByRole('combobox', { name: t('admin.bookings.reassign.motorcycle') }),
  ).toHaveValue(new RegExp(`^${last.name}`));
});

test('free hours that are chosen beyond the edge scroll the day along', async ({
  page,
  texts,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'casablanca');
  const name = `Siroua ${randomUUID().slice(0, 6)}`;
  const [first] = await backstage.addMotorcycles(staff, name, 1);
  if (!first) throw new Error('one was asked for');
  const query = new URLSearchParams({ scale: 'day', day: first.startDate, q: name });
  await admin.open(`calendar?${query}`, t('admin.sections.calendar'));
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: first.name }) });
  const hours = row.getByRole('gridcell');
  await expect(hours).toHaveCount(24);
  const frame = page.getByRole('grid').locator('xpath=..');
  await frame.evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  // How much of the day is still beyond the edge that it runs towards.
  const ahead = () =>
    frame.evaluate((grid) => grid.scrollWidth - grid.clientWidth - Math.round(Math.abs(grid.scrollLeft)));
  const chosen = row.getByRole('gridcell', { selected: true });
  expect(await ahead()).toBeGreaterThan(100);

  const from = await middleOf(hours.nth(1));
  const grid = await frame.boundingBox();
  if (!grid) throw new Error('it is not shown');
  const rightToLeft = await frame.evaluate((one) => one.matches(':dir(rtl)'));
  const edge = rightToLeft ? grid.x + 4 : grid.x + grid.width - 4;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(edge, from.y, { steps: 8 });
  // The hand stands still from here on.
  await expect.poll(ahead).toBeLessThanOrEqual(1);
  await expect(chosen).toHaveCount(23);
  // Above the grid it is the same hours still.
  await page.mouse.move(edge, grid.y - 20, { steps: 2 });
  await page.mouse.up();
  await expect(admin.dialog.getByRole('link', { name: t('admin.calendar.book') })).toHaveAttribute(
    'href',
    new RegExp(`motorcycleId=${first.motorcycleId}`),
  );
  await page.keyboard.press('Escape');
  await expect(admin.dialog).toBeHidden();
  await expect(chosen).toHaveCount(0);
});

test('what is taken is said first; free time leads to the counter, or is blocked', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'casablanca');
  const name = `Rif ${randomUUID().slice(0, 6)}`;
  const [first, second] = await backstage.addMotorcycles(staff, name, 2);
  if (!first || !second) throw new Error('two were asked for');
  const { reference } = await backstage.bookAtCounter(staff, first);
  const taken = await backstage.bookAtCounter(staff, second);
  const query = new URLSearchParams({ scale: 'week', day: first.startDate, q: name });
  await admin.open(`calendar?${query}`, t('admin.sections.calendar'));
  const bar = page.getByRole('button', { name: new RegExp(reference) });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(taken.reference) })).toBeVisible();
  await bar.locator('xpath=ancestor::td').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(admin.dialog).toContainText(t('bookings.move.taken'));
  await expect(
    admin.dialog.getByRole('button', { name: t('bookings.move.confirm'), exact: true }),
  ).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(admin.dialog).toBeHidden();

  // Two weeks later nothing takes them.
  const shown = page.getByRole('heading', { level: 2 });
  for (const _ of ['one', 'two']) {
    const week = (await shown.textContent()) ?? '';
    await page.getByRole('button', { name: t('admin.calendar.next.week') }).click();
    await expect(shown).not.toHaveText(week);
  }
  await expect(bar).toBeHidden();
  const { row } = gridOf(page, reference);
  // A row that is still on its way is no place to press.
  await expect(row(first)).toBeVisible();
  await expect(row(second)).toBeVisible();
  await row(first).getByRole('gridcell').nth(3).click();
  await admin.dialog.getByRole('button', { name: t('admin.motorcycles.block.add') }).click();
  await expectSound(page, texts, language);
  await admin.dialog.getByRole('button', { name: t('admin.form.save') }).click();
  await expect(admin.dialog).toBeHidden();
  const block = new RegExp(`^${t('admin.motorcycles.reason.maintenance')}`);
  await expect(row(first).getByRole('button', { name: block })).toBeVisible();

  await row(second).getByRole('gridcell').nth(3).click();
  await admin.dialog.getByRole('link', { name: t('admin.calendar.book') }).click();
  await page.waitForURL(new RegExp(`/admin/bookings/add\\?.*motorcycleId=${second.motorcycleId}`));
  await expect(page.getByRole('heading', { level: 1, name: t('admin.bookings.add') })).toBeVisible();
});
