import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from '@playwright/test';
import { storeSession } from './bundle-size';
import { startFilledPanel } from './filled-panel';
import { captureListCall, storeCall } from './list-call';
import { passOn, serveFolder, startFront } from './page-front';
import { installStopwatch } from './page-timing';
import { startProduction } from './production-server';
import { STATIC_PAGE_PATH, staticPage } from './static-page';

/** /condos and its references: ours, the stack's floor, a page of the browser alone, and a static page. */
export const PAGES = ['ours', 'floor', 'spa', 'static'] as const;

export interface FirstRowPages {
  panelUrl: string;
  /** The address of each page. */
  urls: Readonly<Record<(typeof PAGES)[number], string>>;
  /** A new context that is signed in and has a stop watch. */
  newContext: () => Promise<BrowserContext>;
  stop: () => Promise<void>;
}

/** Starts them all over one panel with so many buildings, each behind a front of its own. */
export async function startFirstRowPages(browser: Browser, condos: number): Promise<FirstRowPages> {
  const panel = await startFilledPanel({ condos });
  const call = await captureListCall(browser, panel);
  const floor = await startProduction(
    {},
    { entry: built('stack-floor/.output/server/index.mjs'), ready: '/' },
  );
  const fronts = {
    ours: await startFront(panel.url, passOn(panel.url)),
    floor: await startFront(panel.url, passOn(floor.url)),
    spa: await startFront(panel.url, await serveFolder(built('spa/.output'))),
    static: await startFront(panel.url, (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        staticPage({
          path: '/admin/condos',
          query: { sort_by: 'name', sort_order: 'asc' },
          fields: ['id', 'name', 'address', 'city', 'created_at'],
        }),
      );
    }),
  };
  return {
    panelUrl: panel.url,
    urls: {
      ours: `${fronts.ours.url}/condos`,
      floor: `${fronts.floor.url}/`,
      spa: `${fronts.spa.url}/`,
      static: fronts.static.url + STATIC_PAGE_PATH,
    },
    async newContext() {
      const context = await browser.newContext();
      await context.addInitScript(storeSession, panel.session);
      await storeCall(context, call);
      await installStopwatch(context);
      return context;
    },
    async stop() {
      for (const front of Object.values(fronts)) await front.stop();
      await floor.stop();
      await panel.stop();
    },
  };
}

function built(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
