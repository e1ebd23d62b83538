import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { readList, type Fields } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { keepBrowser, startPages, type Pages } from './pages';
import { mainThreadMs, timeToChangedRow, timeToFirstRow, type Action } from './page-timing';
import { alternate, reportVisits } from './report';

/** A letter and a click on a column's header to painted rows, beside a page that has all rows in memory; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 10);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
/** A letter is typed and taken back, and the order is turned and turned back. */
const WARM_UPS = 2;
/** The screen has settled: what is loaded when it is idle is there. */
const SETTLE_MS = 4_000;
/** The API's answer, which replaces what was shown, is painted too. */
const REST_MS = 1_200;

const browser = keepBrowser();

const textOfCondo = (row: Fields) => {
  const { name, address } = readCondo(row);
  return `${name ?? ''}\n${address ?? ''}`;
};

test.each(COUNTS)('typing and sorting %i buildings', async (count) => {
  const pages = await startPages(browser(), { condos: count });
  const list = await pages.panel.call('GET', '/condos?sort_by=name&sort_order=asc');
  const letter = telltaleLetter(readList(JSON.parse(list), textOfCondo));
  const times = await compare(pages, '/condos', {
    [`${count} buildings, letter`]: () => toggle(letter),
    [`${count} buildings, sort`]: () => () => ({ click: 'Name' }),
  });
  expect(Math.min(...times)).toBeGreaterThan(0);
});

test.each([1_000, 50_000])('typing in %i cards', async (count) => {
  const pages = await startPages(browser(), { condos: 100, apartments: count });
  const list = await pages.panel.call('GET', '/apartments');
  const numbers = readList(JSON.parse(list), (row) => readApartment(row).apartment_number ?? '');
  const letter = telltaleLetter(numbers);
  const step = { [`${count} cards, letter`]: () => toggle(letter) };
  expect(Math.min(...(await compare(pages, '/apartments', step)))).toBeGreaterThan(0);
});

/** In milliseconds, of one action. */
interface Times {
  /** Until changed rows are painted. */
  painted: number;
  /** What the main thread has computed by then, and once the answer is painted too (the other page asks for none). */
  cpu: number;
  rest: number;
}

type Steps = Record<string, () => () => Action>;

/** Reports the times of each step in both pages, which take turns. A step makes what is done next in a page. Returns ours. */
async function compare(pages: Pages, path: string, steps: Steps): Promise<number[]> {
  const painted: number[] = [];
  const ourPage = await open(pages, pages.urls.ours + path);
  const reference = await open(pages, pages.urls.spa + path);
  for (const [title, actions] of Object.entries(steps)) {
    const [ours, spa] = [timer(ourPage, actions()), timer(reference, actions())];
    const times = await alternate(RUNS, ours, spa, WARM_UPS);
    reportVisits(times, [
      [title, (one) => one.painted, 'at most 1.1'],
      [`${title}: CPU until then`, ({ cpu }) => cpu, 'at most 1.1'],
      [`${title}: CPU at rest`, ({ rest }) => rest],
    ]);
    painted.push(...times[0].map((one) => one.painted));
  }
  await pages.stop();
  return painted;
}

interface OpenPage {
  page: Page;
  client: CDPSession;
}

/** Does the next thing each time it is called. */
function timer({ page, client }: OpenPage, next: () => Action): () => Promise<Times> {
  return async () => {
    const before = await mainThreadMs(client);
    const painted = await timeToChangedRow(page, next());
    const cpu = (await mainThreadMs(client)) - before;
    await page.waitForTimeout(REST_MS);
    const rest = (await mainThreadMs(client)) - before;
    return { painted, cpu, rest };
  };
}

async function open({ context }: Pages, url: string): Promise<OpenPage> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await timeToFirstRow(page, url);
  await page.waitForTimeout(SETTLE_MS);
  return { page, client };
}

/** Types the letter and takes it back, in turn. */
function toggle(letter: string): () => Action {
  let typed = false;
  return () => {
    typed = !typed;
    return { type: typed ? letter : '' };
  };
}

/** A letter that the first row lacks and another has: typing or deleting it changes the first row. */
function telltaleLetter(texts: readonly string[]): string {
  const [first, ...others] = texts.map(searchText);
  const letter = Array.from('bcdfghklmprstvz0123456789').find(
    (candidate) => !first?.includes(candidate) && others.some((text) => text.includes(candidate)),
  );
  if (!letter) throw new Error('no letter tells the rows apart');
  return letter;
}
