import type { Page } from '@playwright/test';
import type { BookingForm } from './pages/booking-form';
import { cards } from './pages/gateway-page';
import type { Backstage, Session } from './support/backstage';
import { expect, test } from './support/test';

/** A signed-in person on the gateway's page, about to pay for a booking. */
async function toTheGateway(page: Page, backstage: Backstage, form: BookingForm): Promise<Session> {
  const session = await backstage.register();
  const claim = await backstage.claimMotorcycle();
  await backstage.signIn(page, session);
  await form.open(claim.address);
  await form.submit.click();
  return session;
}

test('a declined card says why, and another card confirms the booking', async ({
  page,
  texts,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const session = await toTheGateway(page, backstage, form);
  await gateway.pay(cards.declined);
  const bookingId = await payment.returned('failure');
  await expect(payment.with('FAILED')).toBeVisible();
  const reason = payment.status.getByRole('alert').filter({ hasText: texts.t('payment.status.failed') });
  const [declined] = await backstage.paymentsOf(session, bookingId);
  await expect(reason).toContainText(declined?.failureReason ?? 'a reason from the server');

  await payment.retry.click();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  expect(await payment.returned('success')).toBe(bookingId);
  await expect(payment.confirmed).toBeVisible();
  const payments = await backstage.paymentsOf(session, bookingId);
  expect(payments.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'FAILED']);
});

test('turning back at the gateway loses nothing', async ({
  page,
  texts,
  backstage,
  form,
  gateway,
  payment,
}) => {
  await toTheGateway(page, backstage, form);
  await gateway.cancel();
  await payment.returned('cancel');
  await expect(payment.with('CANCELLED')).toBeVisible();
  const summary = page.getByRole('complementary', { name: texts.t('payment.summary.title') });
  await expect(summary).toContainText(texts.t('status.booking.PENDING_PAYMENT'));
  await expect(payment.confirmed).toBeHidden();

  await payment.retry.click();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  await payment.returned('success');
  await expect(payment.confirmed).toBeVisible();
});

test('people may pay by Stripe, and change their mind at its page', async ({
  page,
  texts,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const session = await toTheGateway(page, backstage, form);
  await gateway.cancel();
  const bookingId = await payment.returned('cancel');
  await payment.retry.click();
  const stripe = payment.through.getByRole('radio', { name: texts.t('payment.gateway.STRIPE') });
  await payment.through.getByRole('radio', { name: texts.t('payment.gateway.PAYZONE') }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(stripe).toBeChecked();
  await payment.pay.click();
  await gateway.arrived();
  expect(page.url()).toContain('/dev/stripe/');

  // Nobody tried a card there, so the other gateway takes over at once.
  await gateway.cancel();
  await payment.returned('cancel');
  await payment.another.click();
  await payment.pay.click();
  await gateway.arrived();
  expect(page.url()).toContain('/dev/payzone/');
  await page.goto(`/booking/payment/${bookingId}`);
  await payment.another.click();
  await payment.pay.click();
  await gateway.pay(cards.approved);
  expect(await payment.returned('success')).toBe(bookingId);
  await expect(payment.confirmed).toBeVisible();
  const payments = await backstage.paymentsOf(session, bookingId);
  expect(payments.filter(({ status }) => status === 'COMPLETED')).toMatchObject([{ gateway: 'STRIPE' }]);
});

test('people may pay by PayPal, and know before what it charges', async ({
  page,
  texts,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const session = await toTheGateway(page, backstage, form);
  const offers = page.waitForResponse(/\/payments\/gateways/);
  await gateway.cancel();
  const bookingId = await payment.returned('cancel');
  const { data } = await (await offers).json();
  const offer = data.gateways.find(({ name }: { name: string }) => name === 'PAYPAL');
  await payment.retry.click();
  await payment.through.getByRole('radio', { name: texts.t('payment.gateway.PAYPAL') }).check();
  const figures = offer.amount.toFixed(2).replace('.', '[.,]');
  await expect(payment.charged).toContainText(new RegExp(`${figures}\\s${offer.currency}`));
  await expect(payment.charged).toContainText(new RegExp(`1\\s${offer.currency}\\p{Cf}* = `, 'u'));
  await payment.pay.click();
  await gateway.arrived();
  expect(page.url()).toContain('/dev/paypal/');
  await expect(gateway.amount).toContainText(offer.currency);
  await gateway.pay(cards.approved);
  expect(await payment.returned('success')).toBe(bookingId);
  await expect(payment.confirmed).toBeVisible();
  const paid = (await backstage.paymentsOf(session, bookingId)).filter(
    ({ status }) => status === 'COMPLETED',
  );
  expect(paid).toMatchObject([
    { gateway: 'PAYPAL', gatewayAmount: offer.amount, gatewayCurrency: offer.currency, rate: offer.rate },
  ]);
});

test('what the return address says is not believed', async ({ page, backstage, payment }) => {
  const session = await backstage.register();
  const { id } = await backstage.book(session, await backstage.claimMotorcycle());
  await backstage.signIn(page, session);
  await page.goto(`/booking/payment/${id}?result=success`);
  await expect(payment.waiting).toBeVisible();
  await expect(payment.confirmed).toBeHidden();
});

test('a slow bank is waited for, and the page follows by itself', async ({
  page,
  backstage,
  form,
  gateway,
  payment,
}) => {
  await toTheGateway(page, backstage, form);
  await gateway.pay(cards.slow);
  await payment.returned('success');
  await expect(payment.waiting).toBeVisible();
  await expect(payment.confirmed).toBeVisible({ timeout: 20_000 });
});

test('a payment that is reported three times is taken once', async ({
  page,
  backstage,
  form,
  gateway,
  payment,
}) => {
  const session = await toTheGateway(page, backstage, form);
  await gateway.pay(cards.reportedThrice);
  const bookingId = await payment.returned('success');
  await expect(payment.confirmed).toBeVisible();
  expect(await backstage.paymentsOf(session, bookingId)).toMatchObject([{ status: 'COMPLETED' }]);
});

test('a payment whose report is lost is found by asking the gateway', async ({
  page,
  backstage,
  form,
  gateway,
  payment,
}) => {
  // The server asks every 30 seconds, the page every two.
  await toTheGateway(page, backstage, form);
  await gateway.pay(cards.neverReported);
  await payment.returned('success');
  await expect(payment.confirmed).toBeVisible({ timeout: 60_000 });
});
