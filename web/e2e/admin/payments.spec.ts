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

test('the platform corrects the books of a payment, and takes it back', async ({
  page,
  texts,
  language,
  backstage,
  admin,
}) => {
  const { t } = texts;
  const casablanca = await backstage.signInStaff(page, 'casablanca');
  const claim = await backstage.claimMotorcycle(undefined, casablanca.user.franchiseId ?? '');
  const booking = await backstage.bookAtCounter(casablanca, claim);
  const [payment] = await backstage.paymentsOf(casablanca, booking.id);
  const path = `payments/${payment?.id}`;
  const books = admin.panel('admin.payments.books.title');
  // A franchise reads its payment, and nothing of the books.
  await admin.open(path, booking.reference);
  await expect(admin.panel('admin.payments.history')).toBeVisible();
  await expect(books).toBeHidden();

  // The page that is open would ask on without a session.
  await page.goto('about:blank');
  await backstage.signInStaff(page, 'admin');
  await admin.open(path, booking.reference);
  const agree = books.getByText(t('admin.payments.books.agree'));
  await expect(agree).toBeVisible();
  const entries = books.getByRole('listitem');
  await expect(entries).toHaveText([
    new RegExp(`^${t('admin.payments.books.facts.PAYMENT_CAPTURED')}`),
    new RegExp(`^${t('admin.payments.books.facts.BOOKING_EARNED')}`),
  ]);
  await expectSound(page, texts, language);

  const correct = async (counter: string, customer: string, reason: string) => {
    await books.getByRole('button', { name: t('admin.payments.books.correct') }).click();
    const amount = (account: 'COUNTER' | 'CUSTOMER') =>
      admin.dialog.getByRole('textbox', {
        name: t(`admin.payments.books.accounts.${account}`),
        exact: true,
      });
    await amount('COUNTER').fill(counter);
    await amount('CUSTOMER').fill('1');
    await admin.dialog
      .getByRole('textbox', { name: new RegExp(`^${t('admin.bookings.refund.reason')}`) })
      .fill(reason);
    const post = admin.dialog.getByRole('button', { name: t('admin.payments.books.post') });
    await post.click();
    await expect(admin.dialog.getByText(t('admin.payments.books.unbalanced'))).toBeVisible();
    await expectSound(page, texts, language);
    await amount('CUSTOMER').fill(customer);
    await post.click();
    await expect(admin.dialog).toBeHidden();
    await expect(entries.filter({ hasText: reason })).toHaveCount(1);
  };
  await correct('10', '-10', 'Compté deux fois');
  await expect(books.getByText(t('admin.payments.books.rules.PAYMENT_BOOKED'))).toBeVisible();
  await expectSound(page, texts, language);
  await correct('-10', '10', 'Compté une fois');
  await expect(agree).toBeVisible();
  await expect(entries).toHaveCount(4);
});
