import { expect, type Page } from '@playwright/test';

/** The mailbox of development, which shows the mails that a mail server would have delivered. */
export class MailboxPage {
  constructor(readonly page: Page) {}

  /** Opens the newest mail to an address, once there is one. */
  async openMailTo(address: string): Promise<void> {
    const mail = this.page.getByRole('row').filter({ hasText: address }).getByRole('link').first();
    await expect(async () => {
      await this.page.goto('/dev/mailbox');
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.click();
  }

  /** Follows the link of the open mail that leads to a page of the site, and returns its address. */
  async follow(path: string): Promise<string> {
    const link = this.page.locator(`pre a[href*="${path}?"]`);
    const address = (await link.getAttribute('href')) ?? '';
    await link.click();
    return address;
  }
}
