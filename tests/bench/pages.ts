import { readdir, readFile } from 'node:fs/promises';
import { Agent, createServer, request, type RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { SECURITY_HEADERS } from '~/platform/http/security-headers.server';
import { listening } from '../support/listening';
import { ROOT } from '../support/production-process';
import { installStopwatch } from './page-timing';
import { startFilledPanel, type FilledPanel } from './panel';

/** The panel, a page of the browser alone that is written by hand, and a panel of react-admin. */
export type PageKind = 'ours' | 'spa' | 'admin';

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

/** Pages of the panel beside its references, which get their data from the same API. */
export interface Pages {
  panel: FilledPanel;
  /** Signed in and with a stop watch. */
  context: BrowserContext;
  /** Where each begins, without a slash at the end. react-admin has its screens behind a hash. */
  urls: Record<PageKind, string>;
  stop: () => Promise<void>;
}

/** Starts them on a filled panel, each behind a front of its own. */
export async function startPages(
  browser: Browser,
  counts: Parameters<typeof startFilledPanel>[0],
): Promise<Pages> {
  const panel = await startFilledPanel(counts);
  const ours = await startFront(panel.url, passOn(panel.url));
  const spa = await startFront(panel.url, await serveFolder('tests/bench/spa-lists'));
  const admin = await startFront(panel.url, await serveFolder('.bench/react-admin'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem('access_token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, panel.session);
  await installStopwatch(context);
  return {
    panel,
    context,
    urls: { ours: ours.url, spa: spa.url, admin: `${admin.url}/#` },
    async stop() {
      await context.close();
      for (const front of [ours, spa, admin]) await front.close();
      await panel.stop();
    },
  };
}

const agent = new Agent({ keepAlive: true });

/**
 * Serves the panel's API and server functions, and everything else by `page`. Reference pages need the API on their own origin.
 * The panel's own page is served in the same way, so that all pay the same for it, and with the same security headers: a page
 * that is isolated from the one before it gets a new process in a new tab.
 */
function startFront(panelUrl: string, page: RequestListener) {
  const toPanel = passOn(panelUrl);
  const server = createServer((incoming, outgoing) => {
    const isCall = /^\/(api|_serverFn)\//.test(incoming.url ?? '');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
    (isCall ? toPanel : page)(incoming, outgoing);
  });
  return listening(server);
}

/** Passes requests on to another server. */
function passOn(to: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers } = incoming;
    const call = request(to + (incoming.url ?? ''), { agent, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // A page that has left.
    call.on('error', () => outgoing.destroy());
    outgoing.on('close', () => call.destroy());
    incoming.pipe(call);
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Serves a reference's build, compressed; any other address is its index.html. */
async function serveFolder(reference: string): Promise<RequestListener> {
  const folder = join(ROOT, reference, '.output');
  const options = { recursive: true, withFileTypes: true } as const;
  // react-admin is built for the navigation alone.
  const entries = await readdir(folder, options).catch(() => []);
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length), gzipSync(await readFile(path)));
  }
  return ({ url = '/' }, outgoing) => {
    const path = files.has(url) ? url : '/index.html';
    outgoing.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    outgoing.end(files.get(path));
  };
}
