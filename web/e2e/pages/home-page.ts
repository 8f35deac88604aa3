import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../support/texts';

export class HomePage {
  readonly title: Locator;
  readonly form: Locator;
  readonly place: Locator;
  readonly places: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
    private readonly small: boolean,
  ) {
    const { t } = texts;
    this.title = page.getByRole('heading', { level: 1, name: t('home.title') });
    this.form = page.getByRole('form', { name: t('search.form') });
    this.place = this.form.getByRole('combobox', { name: t('search.place.label'), exact: true });
    this.places = page.getByRole('listbox', { name: t('search.place.suggestions') });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.title).toBeVisible();
  }

  /** Types a city, takes the first suggestion and returns its name. */
  async choosePlace(city: string): Promise<string> {
    await this.place.fill(city);
    const first = this.places.getByRole('option').first();
    await expect(first).toContainText(city);
    await first.click();
    await expect(this.places).toBeHidden();
    return this.place.inputValue();
  }

  /** Writes both days (2026-12-01) into the calendar. */
  async chooseDays(start: string, end: string): Promise<void> {
    const { t } = this.texts;
    await this.form.getByRole('button', { name: new RegExp(`^${t('search.when.start')}:`) }).click();
    const calendar = this.page.getByRole('dialog', { name: t('search.when.title') });
    // The return first: a pick-up after it would move it along.
    for (const [label, day] of [
      [t('search.when.end'), end],
      [t('search.when.start'), start],
    ] as const) {
      const field = calendar.getByRole('textbox', { name: label, exact: true });
      const typed = day.split('-').reverse().join('/');
      await field.fill(typed);
      await field.press('Enter');
      await expect(field).toHaveValue(typed);
    }
    if (this.small) await calendar.getByRole('button', { name: t('search.when.done') }).click();
    else await this.page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
  }

  async search(): Promise<void> {
    await this.form.getByRole('button', { name: this.texts.t('search.submit'), exact: true }).click();
  }
}
