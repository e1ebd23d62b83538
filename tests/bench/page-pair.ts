import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { storeSession } from './bundle-size';
import type { FilledPanel } from './filled-panel';
import { installStopwatch } from './page-timing';
import { STATIC_PAGE_PATH, staticPage, type StaticList } from './static-page';

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

/** The panel's page and the reference page, signed in and with a stop watch. */
export async function openPair(
  browser: Browser,
  panel: FilledPanel,
  list: StaticList,
): Promise<{ ours: Page; reference: Page; referenceUrl: string; close: () => Promise<void> }> {
  const context = await browser.newContext();
  await context.addInitScript(storeSession, panel.session);
  await installStopwatch(context);
  await context.route(`**${STATIC_PAGE_PATH}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: staticPage(list) }),
  );
  return {
    ours: await context.newPage(),
    reference: await context.newPage(),
    referenceUrl: panel.url + STATIC_PAGE_PATH,
    close: () => context.close(),
  };
}
