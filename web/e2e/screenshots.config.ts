import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';
import type { SiteOptions } from './support/test';

/** What is pictured as people see it who have asked their system for dark colours, too. */
const dark = new Set(['en-desktop', 'ar-phone']);

/** Pictures of every page, in the languages and on the screens of the journeys; see docs/browser-tests.md. */
export default defineConfig<SiteOptions>({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/screenshots',
  globalSetup: './support/program.ts',
  globalTeardown: './support/pictures.ts',
  timeout: 180_000,
  projects: journeys.projects?.flatMap((project) => {
    const light = { ...project, testMatch: 'screenshots.ts' };
    if (!dark.has(project.name ?? '')) return [light];
    return [light, { ...light, name: `${project.name}-dark`, use: { ...project.use, colorScheme: 'dark' } }];
  }),
});
