import { expect, type Page } from '@playwright/test';

/** The mailbox of development, which shows the mails that a mail server would have delivered. */
export class MailboxPage {
  constructor(readonly page: Page) {}

  /** Opens the newest mail to an address whose subject has a text, once there is one. */
  async openMailTo(address: string, subject = ''): Promise<void> {
    const mails = this.page.getByRole('row').filter({ hasText: address }).filter({ hasText: subject });
    const mail = mails.getByRole('link').first();
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
