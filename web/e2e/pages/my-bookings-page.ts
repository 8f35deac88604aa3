import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../support/texts';

export class MyBookingsPage {
  readonly title: Locator;
  readonly next: Locator;
  readonly empty: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
  ) {
    const { t } = texts;
    this.title = page.getByRole('heading', { level: 1, name: t('nav.myBookings') });
    this.next = page.getByRole('region', { name: t('bookings.next.title') }).getByRole('article');
    this.empty = page.getByRole('heading', { name: t('bookings.empty.title') });
  }

  /** The value of a fact on the next ride. */
  fact(key: 'bookings.plate' | 'bookings.reference'): Locator {
    return this.next
      .getByRole('term')
      .filter({ hasText: this.texts.t(key) })
      .locator('xpath=../dd');
  }
}
