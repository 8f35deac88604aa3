import { expect, type Locator, type Page } from '@playwright/test';
import type { ParseKeys } from 'i18next';
import { expectSound } from '../support/sound';
import type { Language, Texts } from '../support/texts';

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
    readonly language: Language,
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

  /** Opens a section's list, which owes what every page does, and begins a new record by its button. */
  async begin(section: string, title: ParseKeys, add: ParseKeys): Promise<void> {
    const { t } = this.texts;
    await this.open(section, t(title));
    await expectSound(this.page, this.texts, this.language);
    await this.page.getByRole('link', { name: t(add) }).click();
    await expect(this.heading).toHaveText(t(add));
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

  /** Searches for what only one record is called, and opens it. */
  async edit(name: string): Promise<void> {
    await this.find(name);
    await this.record(name).click();
    await expect(this.page).toHaveURL(/\/edit\//);
    await expect(this.heading).toContainText(name);
  }

  /** Saves a new record whose page opens then, and returns its id. */
  async saveNew(): Promise<string> {
    await this.save.click();
    await expect(this.page).toHaveURL(/\/edit\//);
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** Saves a record that stays open; its button has nothing left to do then. */
  async saveChanges(): Promise<void> {
    await expect(this.save).toBeEnabled();
    await this.save.click();
    await expect(this.save).toBeDisabled();
    await expect(this.page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }

  /** Deletes the record that is open, which leads back to the list, where it is not found any more. */
  async removeOpened(name: string): Promise<void> {
    const { t } = this.texts;
    await this.page.getByRole('button', { name: t('admin.remove.remove'), exact: true }).click();
    await expect(this.dialog).toContainText(name);
    await this.confirmRemoval();
    await expect(this.page).not.toHaveURL(/\/edit\//);
    await expect(this.search).toHaveValue(name);
    await expect(this.page.getByRole('button', { name: t('admin.list.noneReset') })).toBeVisible();
  }

  /** Tries to delete the record that is open, and returns why the server refuses, which is said in place. */
  async refusedRemoval(): Promise<string> {
    const { t } = this.texts;
    await this.page.getByRole('button', { name: t('admin.remove.remove'), exact: true }).click();
    const answer = this.page.waitForResponse((response) => response.request().method() === 'DELETE');
    await this.confirmRemoval();
    const { message } = (await (await answer).json()) as { message: string };
    const alert = this.dialog.getByRole('alert');
    await expect(alert).toContainText(t('admin.remove.refused'));
    await expect(alert).toContainText(message);
    return message;
  }

  /** Chooses a record of another entity by a part of its name. */
  async choose(key: ParseKeys, name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: this.texts.t(key) });
    await field.click();
    await field.fill(name);
    const option = this.page.getByRole('listbox').getByRole('option').filter({ hasText: name });
    await expect(this.page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await option.click();
    await expect(field).toHaveValue(new RegExp(name));
  }

  /** A part of the page, by the key of its title. */
  panel(key: ParseKeys): Locator {
    return this.page.getByRole('region', { name: this.texts.t(key), exact: true });
  }

  /** A text field by the beginning of its label: "Nom" is no "Prénom". */
  field(key: ParseKeys): Locator {
    const name = this.texts.t(key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.page.getByRole('textbox', { name: new RegExp(`^${name}`) });
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
