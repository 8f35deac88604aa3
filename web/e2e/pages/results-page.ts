import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../support/texts';

export class ResultsPage {
  readonly heading: Locator;
  readonly cards: Locator;
  readonly filters: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
  ) {
    this.heading = page.getByRole('heading', { level: 1, name: texts.like('results.heading.near') });
    this.cards = page.getByRole('article');
    this.filters = page.getByRole('dialog', { name: texts.t('results.filter.title') });
  }

  /** The button that opens every filter, whatever number it carries. */
  get openFilters(): Locator {
    const { like } = this.texts;
    return this.page
      .getByRole('button', { name: like('results.filter.open') })
      .or(this.page.getByRole('button', { name: like('results.filter.openCount') }));
  }

  /** Filters by a kind in the list of filters and returns once the answer is there. */
  async only(category: 'SCOOTER' | 'CITY'): Promise<void> {
    const { t, like } = this.texts;
    await this.openFilters.click();
    await this.filters.getByRole('checkbox', { name: t(`format.category.${category}`), exact: true }).check();
    await expect(this.page).toHaveURL(new RegExp(`[?&]category=${category}`));
    await this.filters.getByRole('button', { name: like('results.filter.show'), disabled: false }).click();
    await expect(this.filters).toBeHidden();
    await expect(this.cards.first()).toContainText(t(`format.category.${category}`));
  }

  /** Cards of motorcycles that stand at a parking point. */
  get selfService(): Locator {
    // Without a name, the marks that set one apart in Arabic are left.
    const text = this.texts
      .t('results.card.selfService', { name: '' })
      .replace(/[\u2066-\u2069]/g, '')
      .trim();
    return this.cards.filter({ hasText: text });
  }
}
