import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../support/backstage';
import type { Texts } from '../support/texts';

export class BookingForm {
  readonly title: Locator;
  readonly firstName: Locator;
  readonly lastName: Locator;
  readonly email: Locator;
  readonly phoneNumber: Locator;
  readonly password: Locator;
  readonly extras: Locator;
  readonly submit: Locator;
  /** The page between the form and the gateway. */
  readonly redirecting: Locator;

  constructor(
    readonly page: Page,
    private readonly texts: Texts,
  ) {
    const { t } = texts;
    // A label may go on with "optional", and "Prénom" ends with another label.
    const field = (key: 'firstName' | 'lastName' | 'email' | 'phoneNumber') =>
      page.getByRole('textbox', { name: new RegExp(`^${t(`auth.fields.${key}`)}`) });
    this.title = page.getByRole('heading', { level: 1, name: t('booking.title') });
    this.firstName = field('firstName');
    this.lastName = field('lastName');
    this.email = field('email');
    this.phoneNumber = field('phoneNumber');
    this.password = page.getByLabel(t('auth.fields.password'), { exact: true });
    this.extras = page.getByRole('list', { name: t('booking.extras.options') }).getByRole('checkbox');
    this.submit = page.getByRole('button', { name: t('booking.submit') });
    this.redirecting = page.getByRole('heading', { name: t('booking.redirect.title') });
  }

  /** Opens the form of a claimed motorcycle and waits for its price. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.title).toBeVisible();
    await expect(this.extras.first()).toBeVisible();
    await expect(this.submit).toBeEnabled();
  }

  /** Fills in who rides. */
  async introduce(person: Person): Promise<void> {
    await this.firstName.fill(person.firstName);
    await this.lastName.fill(person.lastName);
    await this.email.fill(person.email);
    await this.phoneNumber.fill(person.phoneNumber);
    await this.password.fill(person.password);
  }

  /** Sends the form and keeps the browser on the page between form and gateway for as long as it is looked at. */
  async submitAndLook(look: () => Promise<void>): Promise<void> {
    let leave = () => {};
    const seen = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await this.page.route('**/pwthree/launch', (route) => seen.then(() => route.continue()), { times: 1 });
    await this.submit.click();
    await expect(this.redirecting).toBeVisible();
    await look();
    leave();
  }

  /** The parking point where the motorcycle stands, among the ways to get it. */
  get parkingPoint(): Locator {
    return this.page.getByRole('radio', { name: this.texts.like('booking.where.point') });
  }

  /** The address to which the motorcycle is brought. */
  get deliverTo(): Locator {
    return this.page.getByRole('textbox', { name: this.texts.t('booking.where.address') });
  }

  /** Has the motorcycle brought to an address. */
  async bringTo(address: string): Promise<void> {
    await this.page.getByRole('radio', { name: this.texts.t('booking.where.delivery') }).check();
    await this.deliverTo.fill(address);
  }

  /** Has it wait where the device is. */
  get here(): Locator {
    return this.page.getByRole('radio', { name: this.texts.t('booking.where.here') });
  }

  /** The warning with this title that a refused booking leaves on the page. */
  refusal(key: 'booking.refused.conflict.title' | 'booking.refused.email.title'): Locator {
    return this.page.getByRole('status').filter({ hasText: this.texts.t(key) });
  }
}
