import { test as base, expect } from '@playwright/test';
import { AdminPage } from '../pages/admin-page';
import { BookingForm } from '../pages/booking-form';
import { GatewayPage } from '../pages/gateway-page';
import { Header } from '../pages/header';
import { HomePage } from '../pages/home-page';
import { LoginPage } from '../pages/login-page';
import { MailboxPage } from '../pages/mailbox-page';
import { MyBookingsPage } from '../pages/my-bookings-page';
import { PaymentPage } from '../pages/payment-page';
import { ProfilePage } from '../pages/profile-page';
import { ResultsPage } from '../pages/results-page';
import { Backstage } from './backstage';
import { type Language, readTexts, type Texts } from './texts';

export interface SiteOptions {
  language: Language;
  /** Console errors that a test brings about on purpose. */
  expectedErrors: RegExp[];
}

interface Site {
  texts: Texts;
  backstage: Backstage;
  header: Header;
  home: HomePage;
  results: ResultsPage;
  form: BookingForm;
  gateway: GatewayPage;
  payment: PaymentPage;
  myBookings: MyBookingsPage;
  login: LoginPage;
  mailbox: MailboxPage;
  profile: ProfilePage;
  admin: AdminPage;
  quietConsole: undefined;
}

export const test = base.extend<SiteOptions & Site>({
  language: ['en', { option: true }],
  expectedErrors: [[], { option: true }],
  texts: async ({ language }, use) => use(readTexts(language)),
  backstage: async ({ request, language }, use) => use(new Backstage(request, language)),
  header: async ({ page, texts, isMobile }, use) => use(new Header(page, texts, isMobile)),
  home: async ({ page, texts, isMobile }, use) => use(new HomePage(page, texts, isMobile)),
  results: async ({ page, texts }, use) => use(new ResultsPage(page, texts)),
  form: async ({ page, texts }, use) => use(new BookingForm(page, texts)),
  gateway: async ({ page }, use) => use(new GatewayPage(page)),
  payment: async ({ page, texts }, use) => use(new PaymentPage(page, texts)),
  myBookings: async ({ page, texts }, use) => use(new MyBookingsPage(page, texts)),
  login: async ({ page, texts }, use) => use(new LoginPage(page, texts)),
  mailbox: async ({ page }, use) => use(new MailboxPage(page)),
  profile: async ({ page, texts }, use) => use(new ProfilePage(page, texts)),
  admin: async ({ page, texts, isMobile, language }, use) =>
    use(new AdminPage(page, texts, isMobile, language)),
  /** A journey that ends well has said nothing on the console and thrown nothing. */
  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      const surprises = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      expect(surprises, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
