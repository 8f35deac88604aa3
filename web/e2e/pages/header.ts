import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../support/texts';

/** The links above every page: in a row, or behind a button on a phone. */
export class Header {
  private readonly bar: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
    private readonly small: boolean,
  ) {
    this.bar = page.getByRole('banner');
  }

  async follow(key: 'nav.home' | 'nav.myBookings' | 'nav.signIn'): Promise<void> {
    const { t } = this.texts;
    if (this.small) await this.bar.getByRole('button', { name: t('nav.menu') }).click();
    await this.bar.getByRole('link', { name: t(key) }).click();
  }

  /** The button of the account; there for signed-in people only. */
  get account(): Locator {
    return this.bar.getByRole('button', { name: this.texts.like('nav.account') });
  }

  async logOut(): Promise<void> {
    await this.account.click();
    await this.bar.getByRole('button', { name: this.texts.t('nav.logout') }).click();
  }

  /** Chooses a language by its own name. */
  async speak(name: string): Promise<void> {
    await this.bar.getByRole('button', { name: this.texts.like('nav.language') }).click();
    await this.bar.getByRole('button', { name, exact: true }).click();
  }
}
