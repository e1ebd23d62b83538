import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser for all tests of a file; there from the first one on. */
export function keepBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM_PATH;
    browser = await chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
  });
  afterAll(() => browser.close());
  return () => browser;
}
