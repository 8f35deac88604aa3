import { cards } from '../pages/gateway-page';
import { expectSound } from '../support/sound';
import { expect, test } from '../support/test';

test.use({ expectedErrors: [/status of (404|409|422)/] });

for (const who of ['admin', 'casablanca'] as const) {
  test(`${who} finds a payment, reads every step of it and gives a part back`, async ({
    page,
    texts,
    language,
    backstage,
    form,
    gateway,
    payment,
    admin,
  }) => {
    // A customer's road and the staff's behind it.
    test.slow();
    const { t } = texts;
    const { user } = await backstage.signInStaff(page, who);
    const claim = await backstage.claimMotorcycle(undefined, user.franchiseId ?? '');
    const rider = await backstage.register();
    await backstage.signIn(page, rider);
    await form.open(claim.address);
    await form.submit.click();
    await gateway.pay(cards.approved);
    await payment.returned('success');
    await expect(payment.confirmed).toBeVisible();
    const [booking] = await backstage.bookingsOf(rider);
    const reference = booking?.reference ?? '';

    await backstage.signInStaff(page, who);
    await admin.open('payments', t('admin.sections.payments'));
    await expectSound(page, texts, language);
    await admin.find(reference);
    await admin.record(reference).click();
    await expect(admin.heading).toContainText(reference);
    const steps = admin.panel('admin.payments.history');
    await expect(steps.getByText(t('status.payment.COMPLETED'))).toBeVisible();
    // What the gateway said, as it said it.
    const said = steps.getByText(t('admin.payments.message'), { exact: true }).last();
    await said.click();
    await expect(steps.locator('details[open] pre')).not.toBeEmpty();
    await expectSound(page, texts, language);

    const money = admin.panel('admin.payments.money');
    const giveBack = money.getByRole('button', { name: t('admin.bookings.refund.action') });
    await giveBack.click();
    const amount = admin.dialog.getByRole('textbox', { name: t('admin.bookings.refund.amount') });
    const paid = await amount.inputValue();
    const confirm = admin.dialog.getByRole('button', {
      name: new RegExp(t('admin.bookings.refund.confirm', { price: '.*' })),
    });
    await amount.fill('9999999');
    await confirm.click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.fill('100');
    await admin.dialog.getByRole('textbox', { name: t('admin.bookings.refund.reason') }).fill('Casque abîmé');
    await expectSound(page, texts, language);
    await confirm.click();
    await expect(admin.dialog).toBeHidden();
    await expect(money.getByText(t('admin.bookings.refund.states.DONE'), { exact: true })).toBeVisible();
    await expect(money.getByText('Casque abîmé')).toBeVisible();
    // What is left is what may still go back.
    await giveBack.click();
    await expect(amount).toHaveValue((Number(paid) - 100).toFixed(2));
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(steps.getByText(t('status.payment.PARTIALLY_REFUNDED'))).toBeVisible();
    await page.getByRole('link', { name: reference, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/bookings\/edit\//);
  });

  test(`${who} asks the gateway how an open payment stands`, async ({ page, texts, backstage, admin }) => {
    const { t } = texts;
    const { user } = await backstage.signInStaff(page, who);
    const claim = await backstage.claimMotorcycle(undefined, user.franchiseId ?? '');
    const rider = await backstage.register();
    await backstage.book(rider, claim);
    const [booking] = await backstage.bookingsOf(rider);
    const reference = booking?.reference ?? '';
    await admin.open('payments', t('admin.sections.payments'));
    await admin.find(reference);
    await admin.record(reference).click();
    await expect(admin.heading).toContainText(reference);
    await expect(page.getByRole('button', { name: t('admin.bookings.refund.action') })).toBeHidden();
    const answer = page.waitForResponse((response) => response.url().endsWith('/check'));
    const ask = page.getByRole('button', { name: t('admin.payments.check') });
    await ask.click();
    expect((await answer).ok()).toBe(true);
    // It has not been paid.
    await expect(ask).toBeEnabled();
    const launch = admin
      .panel('admin.payments.history')
      .getByText(t('admin.payments.launch'), { exact: true });
    await launch.click();
    await expect(page.locator('details[open] pre')).not.toBeEmpty();
  });
}

test('another franchise’s payment is not there', async ({ page, texts, backstage, admin }) => {
  const casablanca = await backstage.signInStaff(page, 'casablanca');
  const claim = await backstage.claimMotorcycle(undefined, casablanca.user.franchiseId ?? '');
  const { id } = await backstage.bookAtCounter(casablanca, claim);
  const [payment] = await backstage.paymentsOf(casablanca, id);
  await backstage.signInStaff(page, 'marrakech');
  await admin.open(`payments/${payment?.id}`, texts.t('admin.absent.title'));
});
