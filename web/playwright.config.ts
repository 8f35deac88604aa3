import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { SiteOptions } from './e2e/support/test';

// Read once: the workers inherit what the first process found.
process.env.RIHLA_CHROMIUM_FOUND ??= execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../scripts/chromium.mjs', import.meta.url))],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
).trim();

/** What every run of a browser shares: the journeys, and the pictures of `e2e/screenshots.config.ts`. */
export const browser: PlaywrightTestConfig['use'] = {
  baseURL: process.env.RIHLA_E2E_URL,
  actionTimeout: 20_000,
  navigationTimeout: 30_000,
  reducedMotion: 'reduce',
  colorScheme: 'light',
  // Journeys see the program's own answers; what is kept for when there is none has its own (offline.spec.ts).
  serviceWorkers: 'block',
  timezoneId: 'Africa/Casablanca',
  launchOptions: {
    executablePath: process.env.RIHLA_CHROMIUM_FOUND,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

export const languages = { en: 'en-GB', fr: 'fr-FR', ar: 'ar-MA' } as const;

export const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/**
 * The whole ride runs everywhere; every other journey in one or two languages and on one or two screens, so that each language
 * and each screen has some of everything. `e2e/all.config.ts` runs every journey in all six.
 */
const journeys: Record<string, string[]> = {
  'en-desktop': [
    'admin/*.spec.ts',
    'site.spec.ts',
    'session.spec.ts',
    'widths.spec.ts',
    'pseudo.spec.ts',
    'shifts.spec.ts',
  ],
  'en-phone': ['pickup.spec.ts', 'shifts.spec.ts'],
  'fr-phone': ['payment.spec.ts'],
  'fr-desktop': ['profile.spec.ts', 'cancel.spec.ts'],
  'ar-desktop': ['booking.spec.ts', 'strangers.spec.ts'],
  'ar-phone': ['admin/*.spec.ts', 'profile.spec.ts', 'offline.spec.ts', 'language.spec.ts'],
};

export default defineConfig<SiteOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/program.ts',
  fullyParallel: true,
  workers: 2,
  // What passes at the second go is listed as flaky at the end: a bug to mend, and nothing that stops everybody meanwhile.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { ...browser, screenshot: 'only-on-failure', trace: 'retain-on-failure' },
  projects: Object.entries(languages).flatMap(([language, locale]) =>
    Object.entries(screens).map(([screen, size]) => ({
      name: `${language}-${screen}`,
      testMatch: ['ride.spec.ts', ...(journeys[`${language}-${screen}`] ?? [])],
      use: { ...size, locale, language: language as keyof typeof languages },
    })),
  ),
});
