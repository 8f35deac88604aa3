import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../support/texts';

export class LoginPage {
  readonly title: Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly forgot: Locator;
  readonly passwordSet: Locator;

  constructor(
    readonly page: Page,
    texts: Texts,
  ) {
    const { t } = texts;
    this.title = page.getByRole('heading', { level: 1, name: t('auth.login.title') });
    this.email = page.getByRole('textbox', { name: t('auth.fields.email') });
    this.password = page.getByLabel(t('auth.fields.password'), { exact: true });
    this.submit = page.getByRole('button', { name: t('auth.login.submit'), exact: true });
    this.forgot = page.getByRole('link', { name: t('auth.login.forgot') });
    this.passwordSet = page.getByText(t('auth.login.passwordSet.title'));
  }

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await expect(this.title).toBeVisible();
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
