import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';
import type { SiteOptions } from './support/test';

/** Pictures of every page, in the languages and on the screens of the journeys; see docs/browser-tests.md. */
export default defineConfig<SiteOptions>({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/screenshots',
  globalSetup: './support/program.ts',
  globalTeardown: './support/pictures.ts',
  timeout: 180_000,
  projects: journeys.projects?.map((project) => ({ ...project, testMatch: 'screenshots.ts' })),
});
