import { newPerson, picture } from '../support/backstage';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

// A refused meter is an answer like any other to the page; the browser writes it down.
test.use({ expectedErrors: [/status of (404|409|422)/] });

for (const who of ['admin', 'casablanca'] as const) {
  test(`a rental from walk-in to return, served by ${who}`, async ({
    page,
    texts,
    language,
    backstage,
    admin,
  }) => {
    const { t } = texts;
    const staff = await backstage.signInStaff(page, who);
    const claim = await backstage.claimMotorcycle(undefined, staff.user.franchiseId ?? '');
    const person = newPerson();

    await admin.open('bookings', t('admin.sections.bookings'));
    await expectSound(page, texts, language);
    await page.getByRole('link', { name: t('admin.bookings.add') }).click();
    await expect(admin.heading).toBeFocused();
    // As the calendar leads there.
    const gap = new URLSearchParams({
      motorcycleId: claim.motorcycleId,
      startDate: claim.startDate,
      startTime: '10:00',
      endDate: claim.endDate,
      endTime: '10:00',
    });
    await admin.open(`bookings/add?${gap}`, t('admin.bookings.add'));
    const book = page.getByRole('button', {
      name: new RegExp(t('admin.bookings.counter.take', { price: '.*' })),
    });
    await book.click();
    const first = admin.field('admin.bookings.counter.firstName');
    await expect(first).toBeFocused();
    await expectSound(page, texts, language);
    await first.fill(person.firstName);
    await admin.field('admin.bookings.counter.lastName').fill(person.lastName);
    await admin.field('admin.bookings.email').fill(person.email);
    await page
      .getByRole('combobox', { name: t('admin.bookings.counter.method') })
      .selectOption('CARD_TERMINAL');
    await admin.field('admin.bookings.counter.receipt').fill('R-2026-7');
    await book.click();

    await page.waitForURL('**/admin/bookings/edit/**');
    await expect(page.getByText(t('admin.bookingStatus.CONFIRMED')).first()).toBeVisible();
    await expect(page.getByText('R-2026-7')).toBeVisible();
    await expect(page.getByText(`${person.firstName} ${person.lastName}`).first()).toBeVisible();
    await expectSound(page, texts, language);

    await page.getByRole('button', { name: t('admin.bookings.actions.handOver') }).click();
    const leave = page.getByRole('dialog', { name: t('admin.bookings.handover.title.HAND_OVER') });
    await admin.field('admin.bookings.handover.odometer').fill('900000');
    await admin.field('admin.bookings.handover.fuel').fill('100');
    await leave.locator('input[type=file]').setInputFiles(picture);
    await expect(leave.getByRole('img')).toBeVisible();
    await expectSound(page, texts, language);
    await leave.getByRole('button', { name: t('admin.bookings.actions.handOver') }).click();
    await expect(leave).toBeHidden();

    await page.getByRole('button', { name: t('admin.bookings.actions.takeBack') }).click();
    const back = page.getByRole('dialog', { name: t('admin.bookings.handover.title.RETURN') });
    const meter = admin.field('admin.bookings.handover.odometer');
    await meter.fill('1');
    await back.getByRole('button', { name: t('admin.bookings.actions.takeBack') }).click();
    await expect(meter).toHaveAttribute('aria-invalid', 'true');
    await meter.fill('900250');
    await back.getByRole('button', { name: t('admin.bookings.actions.takeBack') }).click();
    await expect(back).toBeHidden();
    await expect(page.getByText(t('admin.bookingStatus.COMPLETED')).first()).toBeVisible();
    const sheets = page.getByRole('region', { name: t('admin.bookings.handover.heading') });
    await expect(sheets).toContainText('250');
    await sheets.getByRole('button', { name: t('admin.bookings.handover.show', { count: 1 }) }).click();
    await expect(sheets.getByRole('img')).toBeVisible();

    await page.getByRole('button', { name: t('admin.bookings.refund.action') }).click();
    await admin.field('admin.bookings.refund.amount').fill('10');
    await admin.dialog.getByRole('button', { name: /10/ }).click();
    const payments = page.getByRole('region', { name: t('admin.sections.payments') });
    await expect(payments.getByText(t('admin.bookings.refund.states.DONE'), { exact: true })).toBeVisible();
    await expectSound(page, texts, language);
  });
}

test('a booking is found, moved, noted and cancelled with what goes back said first', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const staff = await backstage.signInStaff(page, 'admin');
  const claim = await backstage.claimMotorcycle();
  const { id, reference } = await backstage.bookAtCounter(staff, claim);

  await admin.open('bookings', t('admin.sections.bookings'));
  await admin.find(reference);
  await admin.record(reference).click();
  await page.waitForURL(`**/admin/bookings/edit/${id}`);

  await page.getByRole('button', { name: t('admin.bookings.actions.move') }).click();
  const times = admin.dialog.getByRole('combobox', { name: t('booking.when.time') });
  await times.last().selectOption('09:30');
  await admin.dialog.getByRole('button', { name: t('bookings.move.confirm'), exact: true }).click();
  await expect(admin.notice(t('admin.bookings.move.done'))).toBeVisible();

  const notes = admin.field('admin.bookings.notes.staff');
  await notes.fill('Casque en taille L');
  await admin.save.click();
  await expect(admin.notice(t('admin.form.saved', { name: reference }))).toBeVisible();
  const story = page.getByRole('region', { name: t('admin.bookings.timeline.title') });
  await expect(story).toContainText('Casque en taille L');

  await page.getByRole('button', { name: t('admin.bookings.actions.cancel') }).click();
  await expect(admin.dialog).toContainText(t('admin.bookings.cancel.percent', { percent: 100 }));
  await expectSound(page, texts, language);
  await admin.dialog.getByRole('button', { name: t('admin.bookings.actions.cancel') }).click();
  await expect(page.getByText(t('admin.bookingStatus.CANCELLED_BY_ADMIN')).first()).toBeVisible();
  // Money of the counter waits until somebody has handed it out.
  const payments = page.getByRole('region', { name: t('admin.sections.payments') });
  const payOut = payments.getByRole('button', { name: t('admin.bookings.refund.payOut') });
  // Where the move made it a day shorter, that day's money waits beside the rest.
  await payOut.first().click();
  // French says the same of a refund and of a payment.
  const given = payments.getByText(t('admin.bookings.refund.states.DONE'), { exact: true });
  await expect(given.first()).toBeVisible();
});

test('another franchise’s booking is not there', async ({ page, texts, backstage, admin }) => {
  const { t } = texts;
  const platform = await backstage.signInStaff(page, 'admin');
  const casablanca = await backstage.signInStaff(page, 'casablanca');
  const claim = await backstage.claimMotorcycle(undefined, casablanca.user.franchiseId ?? '');
  const { id } = await backstage.bookAtCounter(platform, claim);
  await backstage.signInStaff(page, 'marrakech');
  await admin.open(`bookings/edit/${id}`, t('admin.absent.title'));
});
