import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from '@playwright/test';
import type { BulkCounts } from '../../tools/seed/bulk';
import { startFilledPanel, type FilledPanel } from './filled-panel';
import { captureListCall, storeCall, storeSession } from './list-call';
import { passOn, serveFolder, startFront } from './page-front';
import { installStopwatch } from './page-timing';
import { startProduction } from './production-server';

/** A list of the panel beside its references, which get it by the same call. */
export interface ListPages {
  panel: FilledPanel;
  /** Signed in and with a stop watch. */
  context: BrowserContext;
  /**
   * `floor` shows the first buildings and is the least that the panel's stack takes; `spa` is a page of the browser alone, which
   * searches and sorts the rows that it has loaded.
   */
  urls: { ours: string; floor: string; spa: string };
  stop(): Promise<void>;
}

/** Starts them for a filled panel, each behind a front of its own; `path` is the list's, such as `/condos`. */
export async function startListPages(
  browser: Browser,
  path: '/condos' | '/apartments' | '/users',
  counts: Partial<BulkCounts>,
): Promise<ListPages> {
  const panel = await startFilledPanel(counts);
  const floor = await startProduction(
    {},
    { entry: built('stack-floor/.output/server/index.mjs'), ready: '/' },
  );
  const fronts = {
    ours: await startFront(panel.url, passOn(panel.url)),
    floor: await startFront(panel.url, passOn(floor.url)),
    spa: await startFront(panel.url, await serveFolder(built('spa-lists/.output'))),
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(storeSession, panel.session);
  await storeCall(context, await captureListCall(browser, panel, path));
  await installStopwatch(context);
  return {
    panel,
    context,
    urls: { ours: fronts.ours.url + path, floor: fronts.floor.url, spa: fronts.spa.url + path },
    async stop() {
      await context.close();
      for (const front of Object.values(fronts)) await front.stop();
      await floor.stop();
      await panel.stop();
    },
  };
}

function built(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
