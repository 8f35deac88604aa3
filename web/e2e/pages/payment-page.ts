import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../support/texts';

export class PaymentPage {
  readonly title: Locator;
  readonly confirmed: Locator;
  readonly waiting: Locator;
  readonly status: Locator;
  readonly retry: Locator;
  readonly pay: Locator;
  readonly another: Locator;
  readonly through: Locator;
  readonly charged: Locator;
  readonly showBooking: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
  ) {
    const { t, like } = texts;
    this.title = page.getByRole('heading', { level: 1, name: t('payment.title') });
    this.confirmed = page.getByRole('status', { name: t('payment.success.title') });
    this.waiting = page.getByRole('status', { name: t('payment.processing.checking') });
    this.status = page.getByRole('region', { name: t('payment.status.title') });
    this.retry = this.status.getByRole('button', { name: t('payment.status.retry') });
    this.pay = page.getByRole('button', { name: like('payment.pay.proceed') });
    this.another = page.getByRole('button', { name: t('payment.processing.switch') });
    this.through = page.getByRole('group', { name: t('payment.pay.through') });
    this.charged = page.locator('[aria-live=polite]').filter({ hasText: texts.t('payment.gateway.PAYPAL') });
    this.showBooking = this.confirmed.getByRole('link', { name: t('payment.success.open') });
  }

  /** Comes back from the gateway, with what it claims in the address. */
  async returned(result: 'success' | 'failure' | 'cancel'): Promise<string> {
    await this.page.waitForURL(new RegExp(`/booking/payment/[^/]+\\?result=${result}(&|$)`));
    await expect(this.title).toBeVisible();
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** The card of the payment, with a badge of this status. */
  with(status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): Locator {
    return this.status.filter({ hasText: this.texts.t(`status.payment.${status}`) });
  }
}
