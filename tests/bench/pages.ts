import { glob, readFile } from 'node:fs/promises';
import { Agent, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { SECURITY_HEADERS } from '~/platform/http/security-headers.server';
import ofTests from '../../playwright.config';
import { storeSession } from '../e2e/support/stored-session';
import { passOn } from '../support/http-server';
import { forThisTest, served } from '../support/opened';
import { ROOT } from '../support/production-process';
import { installStopwatch } from './page-timing';
import { startFilledPanel, type Counts } from './panel';

/**
 * Starts two pages on one filled panel until the test ends: the panel (`ours`) and the reference page
 * (`spa`), which is written by hand. The browser's context is signed in and has a stopwatch. Addresses have
 * no slash at the end.
 */
export async function startPages(counts: Counts) {
  const panel = await forThisTest(startFilledPanel(counts));
  const browser = await forThisTest(chromium.launch(ofTests.use?.launchOptions));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await installStopwatch(context);
  const agent = new Agent({ keepAlive: true });
  const toPanel: RequestListener = (incoming, outgoing) => {
    passOn(panel.port, incoming, outgoing, agent).catch(() => outgoing.destroy());
  };
  // The reference needs the API on its own origin. The panel is served in the same way, so that both pay the
  // same for it, and both have the security headers: an isolated page gets a new process in a new tab.
  const startFront = (page: RequestListener) =>
    served((incoming, outgoing) => {
      const isCall = /^\/(api|_serverFn)\//.test(incoming.url ?? '');
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
      (isCall ? toPanel : page)(incoming, outgoing);
    });
  const ours = await startFront(toPanel);
  const spa = await startFront(await serveReference());
  for (const origin of [ours, spa]) await storeSession(context, origin, panel.session);
  return { panel, context, urls: { ours, spa } };
}

export type Pages = Awaited<ReturnType<typeof startPages>>;

/** Serves the reference's build, compressed. Addresses that are not in it get index.html. */
async function serveReference(): Promise<RequestListener> {
  const folder = join(ROOT, 'tests/bench/spa-lists/.output');
  const files = new Map<string, Buffer>();
  for await (const name of glob('**/*.*', { cwd: folder }))
    files.set(`/${name}`, gzipSync(await readFile(join(folder, name))));
  return ({ url = '/' }, outgoing) => {
    const path = files.has(url) ? url : '/index.html';
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    outgoing.end(files.get(path));
  };
}
