import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from '@playwright/test';
import type { BulkCounts } from '../../tools/seed/bulk';
import { storeSession } from './bundle-size';
import { startFilledPanel, type FilledPanel } from './filled-panel';
import { captureListCall, storeCall } from './list-call';
import { passOn, serveFolder, startFront } from './page-front';
import { installStopwatch } from './page-timing';

/** A list of the panel beside the same one as a page of the browser alone, which gets it by the same call. */
export interface ListPages {
  panel: FilledPanel;
  /** Signed in and with a stop watch. */
  context: BrowserContext;
  urls: { ours: string; spa: string };
  stop(): Promise<void>;
}

/** Starts both for a filled panel; `path` is the list's, such as `/condos`. */
export async function startListPages(
  browser: Browser,
  path: '/condos' | '/apartments',
  counts: Partial<BulkCounts>,
): Promise<ListPages> {
  const panel = await startFilledPanel(counts);
  const files = fileURLToPath(new URL('spa-lists/.output', import.meta.url));
  const fronts = {
    ours: await startFront(panel.url, passOn(panel.url)),
    spa: await startFront(panel.url, await serveFolder(files)),
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(storeSession, panel.session);
  await storeCall(context, await captureListCall(browser, panel, path));
  await installStopwatch(context);
  return {
    panel,
    context,
    urls: { ours: fronts.ours.url + path, spa: fronts.spa.url + path },
    async stop() {
      await context.close();
      for (const front of Object.values(fronts)) await front.stop();
      await panel.stop();
    },
  };
}
