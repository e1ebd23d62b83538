import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '~/api/db/connect.server';
import { readCondo, type Condo } from '~/contract/condo-reading';
import { readList } from '~/contract/reading';
import { searchKey } from '~/lib/search-key';
import { seedBulk } from '~/api/db/seed/bulk';
import { silentLog } from '../support/silent-log';
import { loadedScripts, storeSession } from './bundle-size';
import {
  installStopwatch,
  longestScrollFrame,
  timeToChangedRow,
  timeToFirstRow,
} from './page-timing';
import {
  BENCH_PASSWORD,
  signIn,
  startProduction,
  type ProductionServer,
} from './production-server';
import { STATIC_PAGE, STATIC_PAGE_PATH } from './static-page';
import { alternate, formatFigure, median, type Figure } from './statistics';

const RUNS = 5;
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser: Browser;
const figures: Figure[] = [];

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH;
  browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath && { executablePath }),
  });
});

afterAll(async () => {
  await browser.close();
  console.log(
    [
      '',
      'figure'.padEnd(54) + 'ours     reference   ratio   aim',
      ...figures.map(formatFigure),
      '',
    ].join('\n'),
  );
});

function addFigure(name: string, [ours, reference]: [number, number], aim: string): void {
  const figure: Figure = { name, unit: 'ms', ours, reference, aim };
  figures.push(figure);
  console.log(formatFigure(figure));
}

/** A running panel over so many buildings, for as long as `work` takes. */
async function withCondos(
  condos: number,
  work: (server: ProductionServer, session: { token: string; user: object }) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD },
    // Answers when the database does.
    { ready: '/api/capabilities' },
  );
  try {
    const database = await openDatabase({ dataDir, log: silentLog });
    await seedBulk(database.db, { condos, apartments: 0, users: 0 });
    await database.close();
    await work(server, await signIn(server.url));
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('compressed JavaScript of /login and /condos against a bare Start page', async () => {
  const entry = 'tests/bench/bare-start/.output/server/index.mjs';
  const bare = await startProduction({}, { entry, ready: '/' });
  const reference = await loadedScripts(browser, bare.url, 'p');
  await bare.stop();
  await withCondos(50, async ({ url }, session) => {
    const login = await loadedScripts(browser, `${url}/login`, 'button:enabled');
    const condos = await loadedScripts(browser, `${url}/condos`, 'tbody tr', session);
    figures.push(
      { name: 'JavaScript of /login', unit: 'KiB', ours: login, reference, aim: 'at most 1.3' },
      { name: 'JavaScript of /condos', unit: 'KiB', ours: condos, reference, aim: 'at most 1.3' },
    );
    expect(Math.min(login, condos, reference)).toBeGreaterThan(50);
  });
});

test.each([50, 1_000, 10_000])('the list of %i buildings against a static page', async (count) => {
  await withCondos(count, async ({ url }, session) => {
    const context = await browser.newContext();
    await context.addInitScript(storeSession, session);
    await installStopwatch(context);
    await context.route(`**${STATIC_PAGE_PATH}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: STATIC_PAGE }),
    );
    const ours = await context.newPage();
    const reference = await context.newPage();

    addFigure(
      `${count} buildings: navigation to first painted row`,
      await alternate(
        RUNS,
        () => timeToFirstRow(ours, `${url}/condos`),
        () => timeToFirstRow(reference, url + STATIC_PAGE_PATH),
      ),
      'at most 2',
    );
    addFigure(
      `${count} buildings: sort click to painted rows`,
      await alternate(
        RUNS,
        () => timeToChangedRow(ours, 'sort'),
        () => timeToChangedRow(reference, 'sort'),
      ),
      'at most 1.5',
    );
    const letter = await telltaleLetter(url, session.token);
    const toggle = () => {
      let typed = false;
      return () => {
        typed = !typed;
        return { type: typed ? letter : '' };
      };
    };
    const [oursNext, referenceNext] = [toggle(), toggle()];
    addFigure(
      `${count} buildings: search letter to painted rows`,
      await alternate(
        RUNS,
        () => timeToChangedRow(ours, oursNext()),
        () => timeToChangedRow(reference, referenceNext()),
      ),
      'at most 1.5',
    );
    if (count === 10_000) {
      await ours.goto(`${url}/condos`);
      await ours.locator('tbody td').first().waitFor();
      await ours.waitForTimeout(1_000);
      const frames: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        await ours.evaluate(() => scrollTo(0, 0));
        frames.push(await longestScrollFrame(ours, 120));
      }
      const frame = median(frames);
      figures.push({
        name: '10000 buildings: longest frame while scrolling',
        unit: 'ms',
        ours: frame,
        reference: null,
        aim: 'at most 50 ms',
      });
    }
    await context.close();
    expect(figures.every((figure) => figure.ours > 0)).toBe(true);
  });
});

test.each([50, 10_000])(
  'a server function over the direct upstream call, %i buildings',
  async (count) => {
    await withCondos(count, async (upstream, session) => {
      const panel = await startProduction({ API_BASE_URL: `${upstream.url}/api` });
      const call = await captureListCall(panel.url, session);
      const direct = `${upstream.url}/api/admin/condos?sort_by=name&sort_order=asc`;
      const timed = async (url: string, headers: Record<string, string>) => {
        const started = performance.now();
        const response = await fetch(url, { headers });
        const bytes = (await response.arrayBuffer()).byteLength;
        expect(response.status).toBe(200);
        expect(bytes).toBeGreaterThan(count * 100);
        return performance.now() - started;
      };
      const [ours, reference] = await alternate(
        RUNS * 3,
        () => timed(call.url, call.headers),
        () => timed(direct, { authorization: `Bearer ${session.token}` }),
      );
      await panel.stop();
      figures.push({
        name: `${count} buildings: server function over direct call`,
        unit: 'ms',
        ours,
        reference,
        aim: 'at most 1.3',
      });
    });
  },
);

/** A letter that the first building lacks and another has: typing or deleting it changes the first row. */
async function telltaleLetter(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/admin/condos?sort_by=name&sort_order=asc`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [first, ...others] = readList(await response.json(), readCondo).map(searched);
  const letter = Array.from('bcdfghklmprstvz').find(
    (candidate) => !first?.includes(candidate) && others.some((text) => text.includes(candidate)),
  );
  if (!letter) throw new Error('no letter tells the buildings apart');
  return letter;
}

function searched({ name, address }: Condo): string {
  return searchKey(`${name ?? ''} ${address ?? ''}`);
}

/** The list's server-function call as the browser makes it. */
async function captureListCall(url: string, session: { token: string; user: object }) {
  const context = await browser.newContext();
  await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  const request = page.waitForRequest((candidate) => candidate.url().includes('/_serverFn/'));
  await page.goto(`${url}/condos`);
  const call = await request;
  await context.close();
  return {
    url: call.url(),
    headers: {
      authorization: `Bearer ${session.token}`,
      'x-tsr-serverFn': 'true',
      'sec-fetch-site': 'same-origin',
      origin: url,
    },
  };
}
