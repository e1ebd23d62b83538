import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Set by scripts/chromium.mjs; without it Playwright's own Chromium is used. */
const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const asRoot = process.getuid?.() === 0;

/** End-to-end tests on the production build in a real Chromium. Servers are started by the fixtures. */
export default defineConfig({
  // Whole paths: tests/cluster and tests/targets have the same in configurations of their own.
  testDir: join(import.meta.dirname, 'tests/e2e'),
  globalSetup: join(import.meta.dirname, 'tests/e2e/support/database-server.ts'),
  outputDir: join(import.meta.dirname, 'test-results'),
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A second try tells what fails now and then from what is broken, and only it is recorded: recording a test makes it
  // a third slower. What passes in it has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  // Generous: what is too slow is the bench's to say; a busy machine is no failure.
  timeout: 150_000,
  expect: { timeout: 25_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    actionTimeout: 25_000,
    navigationTimeout: 45_000,
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    // Frames of fades and slides are a tenth of the CPU time; no test is about them.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
