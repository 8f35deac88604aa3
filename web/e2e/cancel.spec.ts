import type { Page } from '@playwright/test';
import type { BookingForm } from './pages/booking-form';
import { cards, type GatewayPage } from './pages/gateway-page';
import type { PaymentPage } from './pages/payment-page';
import { type Backstage, type Claim, type Session, tripStartingIn } from './support/backstage';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

interface Paying {
  page: Page;
  backstage: Backstage;
  form: BookingForm;
  gateway: GatewayPage;
  payment: PaymentPage;
}

/** Books a claimed motorcycle, pays for it and opens the booking's page. */
async function paidFor(claim: Claim, { page, backstage, form, gateway, payment }: Paying) {
  const session = await backstage.register();
  await backstage.signIn(page, session);
  await form.open(claim.address);
  await form.submit.click();
  await gateway.pay(cards.approved);
  const id = await payment.returned('success');
  await payment.showBooking.click();
  await page.waitForURL(`**/booking/${id}`);
  return { session, id };
}

/** Every payment of a booking once all that goes back has gone. */
async function refunded(backstage: Backstage, session: Session, id: string) {
  await expect(async () => {
    const [one] = await backstage.paymentsOf(session, id);
    expect(one?.refundedAmount).toBeGreaterThan(0);
  }).toPass();
  const [payment] = await backstage.paymentsOf(session, id);
  if (!payment) throw new Error('there is no payment');
  return payment;
}

/** The digits of an amount, whatever language it is in. */
const figures = (amount: number) =>
  new RegExp(
    amount
      .toFixed(2)
      .replace(/\B(?=(\d{3})+\.)/, '.?')
      .replace('.', '.'),
  );

for (const [name, hours] of [
  ['weeks before the start gives everything back', undefined],
  ['a day and a half before gives a part back', 36],
] as const) {
  test(`cancelling ${name}, which is said before and after`, async ({
    page,
    texts,
    language,
    backstage,
    form,
    gateway,
    payment,
  }) => {
    const { t } = texts;
    const claim = await backstage.claimMotorcycle(hours && tripStartingIn(hours));
    const { session, id } = await paidFor(claim, { page, backstage, form, gateway, payment });
    const [paid] = await backstage.paymentsOf(session, id);
    const [confirmed] = await backstage.bookingsOf(session);
    // Each franchise has steps of its own (D10).
    const { refundPercent: percent = 0, refundAmount: back = 0 } = confirmed?.cancellation ?? {};
    if (hours === undefined) expect(percent).toBe(100);
    else expect([30, 50]).toContain(percent);
    expect(back).toBeCloseTo(((paid?.amount ?? 0) * percent) / 100, 2);

    await page.getByRole('button', { name: t('bookings.cancel.action') }).click();
    const dialog = page.getByRole('dialog', { name: t('bookings.cancel.title') });
    await expect(dialog).toContainText(figures(back));
    await expect(dialog).toContainText(t('bookings.cancel.percent', { percent }));
    await expectSound(page, texts, language);
    await dialog.getByRole('button', { name: t('bookings.cancel.keep') }).click();
    await expect(dialog).toBeHidden();
    expect(await backstage.bookingsOf(session)).toMatchObject([{ bookingStatus: 'CONFIRMED' }]);

    await page.getByRole('button', { name: t('bookings.cancel.action') }).click();
    await dialog.getByRole('button', { name: t('bookings.cancel.confirm') }).click();
    await expect(dialog).toBeHidden();
    const ended = page.getByRole('alert').filter({ hasText: t('payment.ended.title') });
    await expect(ended).toContainText(t('payment.ended.byYou'));
    const money = ended.getByText(t('payment.ended.refunded'));
    await expect(money).toContainText(figures(back));
    await expectSound(page, texts, language);
    expect(await backstage.bookingsOf(session)).toMatchObject([{ bookingStatus: 'CANCELLED_BY_USER' }]);
    expect(await refunded(backstage, session, id)).toMatchObject({
      refundedAmount: back,
      status: percent === 100 ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    });

    await page.goto(`/booking/payment/${id}`);
    await expect(payment.status).toContainText(figures(back));
    await expectSound(page, texts, language);
  });
}
