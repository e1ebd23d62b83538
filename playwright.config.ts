import { defineConfig } from '@playwright/test';

/** Set by scripts/chromium.mjs; without it Playwright's own Chromium is used. */
const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const asRoot = process.getuid?.() === 0;

/** End-to-end tests on the production build in a real Chromium. Servers are started by the fixtures. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a busy CI machine a browser now and then misses its time limit; what passed the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
