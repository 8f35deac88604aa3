import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';
import type { SiteOptions } from './support/test';

/** Journeys that choose languages and widths themselves: once is all of them. */
const once = ['widths.spec.ts', 'pseudo.spec.ts'];

/** Every journey in every language and on every screen; see docs/browser-tests.md. */
export default defineConfig<SiteOptions>({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/all',
  globalSetup: './support/program.ts',
  projects: journeys.projects?.map((project) => ({
    ...project,
    testMatch: '*.spec.ts',
    testIgnore: project.name === 'en-desktop' ? [] : once,
  })),
});
