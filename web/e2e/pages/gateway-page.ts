import { expect, type Locator, type Page } from '@playwright/test';

/** Test cards, by what the bank does with them. */
export const cards = {
  approved: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  slow: '4000 0000 0000 0119',
  reportedThrice: '4000 0000 0000 0259',
  neverReported: '4000 0000 0000 0341',
} as const;

/** The pay page of a gateway's simulator. Its words are its own, so its fields are found by their names. */
export class GatewayPage {
  readonly amount: Locator;

  constructor(readonly page: Page) {
    this.amount = page.locator('.amount strong');
  }

  async arrived(): Promise<void> {
    await this.page.waitForURL(/\/dev\/(payzone|stripe|paypal)\//);
    await expect(this.page.locator('[name=cardNumber]')).toBeVisible();
  }

  async pay(card: string): Promise<void> {
    await this.arrived();
    await this.page.locator('[name=cardNumber]').fill(card);
    await this.page.locator('[name=expiry]').fill('12/39');
    await this.page.locator('[name=cvv]').fill('123');
    await this.page.locator('button[name=pay]').click();
  }

  async cancel(): Promise<void> {
    await this.arrived();
    await this.page.locator('button[name=cancel]').click();
  }
}
