import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../support/texts';

/** The person's own account. */
export class ProfilePage {
  readonly title: Locator;
  readonly firstName: Locator;
  readonly save: Locator;
  readonly notices: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
  ) {
    const { t } = texts;
    this.title = page.getByRole('heading', { level: 1, name: t('profile.title') });
    this.firstName = page.getByLabel(t('auth.fields.firstName'));
    this.save = page.getByRole('button', { name: t('profile.details.submit'), exact: true });
    this.notices = page.getByRole('region', { name: t('common.notifications') });
  }

  async open(): Promise<void> {
    await this.page.goto('/profile');
    await expect(this.title).toBeVisible();
  }

  /** A part of the page by the key of its title. */
  part(
    key: 'profile.card.front' | 'profile.email.title' | 'profile.password.title' | 'profile.sessions.title',
  ): Locator {
    return this.page.getByRole('region', { name: this.texts.t(key), exact: true });
  }

  /** Chooses a picture for the front of the identity card, and waits until it is saved. */
  async giveFront(picture: Buffer): Promise<void> {
    const { t } = this.texts;
    const front = this.part('profile.card.front');
    const chooser = this.page.waitForEvent('filechooser');
    await front.getByRole('button', { name: new RegExp(`^${t('profile.card.choose')}`) }).click();
    await (await chooser).setFiles({ name: 'front.png', mimeType: 'image/png', buffer: picture });
    await expect(front.getByText(t('profile.card.given'), { exact: true })).toBeVisible();
  }

  /** Looks at what is stored, by its link; returns how wide the picture is. */
  async lookAtFront(): Promise<number> {
    const front = this.part('profile.card.front');
    await front.getByRole('button', { name: new RegExp(`^${this.texts.t('profile.card.show')}`) }).click();
    const picture = front.getByRole('img');
    await expect(picture).toHaveJSProperty('complete', true);
    return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  }

  async changePassword(current: string, next: string): Promise<void> {
    const { t } = this.texts;
    const part = this.part('profile.password.title');
    await part.getByLabel(t('profile.password.current')).fill(current);
    await part.getByLabel(t('auth.fields.newPassword')).fill(next);
    await part.getByRole('button', { name: t('profile.password.submit') }).click();
    await expect(this.notices.getByText(t('profile.password.done'))).toBeVisible();
  }

  async changeEmail(wanted: string, password: string): Promise<void> {
    const { t } = this.texts;
    const part = this.part('profile.email.title');
    await part.getByLabel(t('profile.email.new')).fill(wanted);
    await part.getByLabel(t('profile.email.password')).fill(password);
    await part.getByRole('button', { name: t('profile.email.submit') }).click();
    await expect(part.getByText(t('profile.email.sent.title'))).toBeVisible();
  }
}
