import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { expect, test } from 'vitest';
import { loadedScripts, storeSession } from './bundle-size';
import { startFilledPanel } from './filled-panel';
import { keepBrowser } from './page-pair';
import { startProduction } from './production-server';
import { createReport } from './report';

/** With nobody at the page: what is loaded when it is idle has been asked for by then. */
const REST_MS = 5_000;
const report = createReport();
const browser = keepBrowser();

test('JavaScript of /login and /condos against a bare Start page, and until the network rests', async () => {
  const entry = 'tests/bench/bare-start/.output/server/index.mjs';
  const bare = await startProduction({}, { entry, ready: '/' });
  const reference = await loadedScripts(browser(), bare.url, 'p');
  await bare.stop();
  const panel = await startFilledPanel({ condos: 1_000 });
  const login = await loadedScripts(browser(), `${panel.url}/login`, 'button:enabled');
  const condos = await loadedScripts(browser(), `${panel.url}/condos`, 'tbody tr', panel.session);
  const files = await filesUntilRest(browser(), `${panel.url}/condos`, panel.session);
  await panel.stop();
  const size = { unit: 'KiB', reference } as const;
  report({ name: 'first JavaScript of /login', ours: login, ...size, aim: 'at most 1.1' });
  report({ name: 'first JavaScript of /condos', ours: condos, ...size, aim: 'at most 1.25' });
  report({
    name: `JavaScript of /condos until the network rests, in ${files.length} requests`,
    unit: 'KiB',
    ours: sum(files.map(({ bytes }) => bytes)) / 1_024,
    reference: null,
    aim: 'at most 137 (140 kB), 12 requests',
  });
  const lines = files.map(
    ({ name, bytes, used, unused }) =>
      `${name.padEnd(40)} ${(bytes / 1_024).toFixed(1).padStart(6)} KiB, ${Math.round((100 * used) / (used + unused))} % used`,
  );
  console.log(['Files of /condos in the order of their requests', ...lines].join('\n'));
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  expect(Math.min(login, condos, reference)).toBeGreaterThan(50);
});

interface LoadedFile {
  name: string;
  /** Compressed. */
  bytes: number;
  /** Characters whose code has run, and all others. */
  used: number;
  unused: number;
}

/** The scripts that a page loads until nothing more comes, and how much of each has run by then. */
async function filesUntilRest(
  inBrowser: Browser,
  url: string,
  session: { token: string; user: object },
): Promise<LoadedFile[]> {
  const context = await inBrowser.newContext();
  await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  await page.coverage.startJSCoverage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) asked.push(request.url());
  });
  await page.goto(url);
  await page.locator('tbody tr').first().waitFor();
  await page.waitForTimeout(REST_MS);
  const covered = await page.coverage.stopJSCoverage();
  await context.close();
  return asked.map((address) => {
    const entry = covered.find(({ url: own }) => own === address);
    const source = entry?.source ?? '';
    const unused = unusedIn(entry?.functions ?? [], source.length);
    return {
      name: new URL(address).pathname.replace('/assets/', ''),
      bytes: gzipSync(source, { level: 9 }).length,
      used: source.length - unused,
      unused,
    };
  });
}

type Ranges = ReadonlyArray<{
  ranges: ReadonlyArray<{ startOffset: number; endOffset: number; count: number }>;
}>;

/** How many characters are in functions and blocks that have not run: an inner range says more than the one around it. */
function unusedIn(functions: Ranges, length: number): number {
  const run = new Uint8Array(length).fill(1);
  const ranges = functions.flatMap((entry) => entry.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return run.filter((ran) => ran === 0).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
