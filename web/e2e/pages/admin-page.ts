import { expect, type Locator, type Page } from '@playwright/test';
import type { ParseKeys } from 'i18next';
import type { Texts } from '../support/texts';

/** A list of the admin area and the forms that belong to it, as a person finds them on a wide screen and on a phone. */
export class AdminPage {
  readonly heading: Locator;
  readonly search: Locator;
  readonly save: Locator;
  readonly dialog: Locator;
  /** What the rows or cards of the list begin with. */
  readonly rows: Locator;

  constructor(
    readonly page: Page,
    readonly texts: Texts,
    readonly phone: boolean,
  ) {
    const { t } = texts;
    this.heading = page.getByRole('heading', { level: 1 });
    this.search = page.getByRole('searchbox', { name: t('admin.filters.search') });
    this.save = page.getByRole('button', { name: t('admin.form.save') });
    this.dialog = page.getByRole('dialog');
    this.rows = page.getByRole('main').getByRole(phone ? 'heading' : 'rowheader');
  }

  /** Opens an address below `/admin`, and waits for its title. */
  async open(path: string, title: string): Promise<void> {
    await this.page.goto(`/admin/${path}`);
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  /** The link that a record's row or card begins with. */
  record(name: string): Locator {
    return this.rows.filter({ hasText: name }).getByRole('link');
  }

  /** Searches for what only one record is called, and waits for the list to be that record: then nothing moves any more. */
  async find(name: string): Promise<void> {
    await this.search.fill(name);
    await expect(this.page).toHaveURL(/[?&]q=/);
    await expect(this.rows.getByRole('link')).toHaveCount(1);
    await expect(this.record(name)).toBeVisible();
  }

  field(key: ParseKeys): Locator {
    return this.page.getByRole('textbox', { name: this.texts.t(key) });
  }

  remove(name: string): Locator {
    return this.page.getByRole('button', { name: this.texts.t('admin.remove.named', { name }) });
  }

  /** Says yes to what the open dialog asks. */
  async confirmRemoval(): Promise<void> {
    await this.dialog.getByRole('button', { name: this.texts.t('admin.remove.remove'), exact: true }).click();
  }

  /** A notice at the edge of the page, and what it offers. */
  notice(text: string): Locator {
    return this.page
      .getByRole('region', { name: this.texts.t('common.notifications') })
      .getByRole('listitem')
      .filter({ hasText: text });
  }

  /** Sections of the sidebar, which a phone has behind its menu. */
  async sections(): Promise<string[]> {
    const { t } = this.texts;
    const menu = this.page.getByRole('button', { name: t('nav.menu') });
    if (await menu.isVisible()) await menu.click();
    const nav = this.page.getByRole('navigation', { name: t('nav.main') });
    await expect(nav).toBeVisible();
    const links = await nav.getByRole('link').all();
    const sections = await Promise.all(links.map((link) => link.getAttribute('href')));
    if (await this.dialog.isVisible()) await this.page.keyboard.press('Escape');
    return sections.map((href) => href ?? '');
  }
}
