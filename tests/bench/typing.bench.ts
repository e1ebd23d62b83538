import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { startListPages, type ListPages } from './list-pages';
import { keepBrowser } from './page-pair';
import { mainThreadMs, timeToChangedRow, timeToFirstRow, type Action } from './page-timing';
import { report } from './report';
import { alternate } from './statistics';

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

test.each(COUNTS)('typing and sorting %i buildings', async (count) => {
  const pages = await startListPages(browser(), '/condos', { condos: count });
  const list: unknown = JSON.parse(
    await pages.panel.call('GET', '/condos?sort_by=name&sort_order=asc'),
  );
  const letter = telltaleLetter(
    readList(list, readCondo).map(({ name, address }) => `${name ?? ''}\n${address ?? ''}`),
  );
  const times = await compare(pages, [
    { title: `${count} buildings, letter`, actions: () => toggle(letter) },
    { title: `${count} buildings, sort`, actions: () => () => ({ click: 'Name' }) },
  ]);
  expect(Math.min(...times)).toBeGreaterThan(0);
});

test.each([1_000, 50_000])('typing in %i cards', async (count) => {
  const pages = await startListPages(browser(), '/apartments', { condos: 100, apartments: count });
  const list: unknown = JSON.parse(await pages.panel.call('GET', '/apartments'));
  const letter = telltaleLetter(
    readList(list, readApartment).map((apartment) => apartment.apartment_number ?? ''),
  );
  const times = await compare(pages, [
    { title: `${count} cards, letter`, actions: () => toggle(letter) },
  ]);
  expect(Math.min(...times)).toBeGreaterThan(0);
});

interface Step {
  title: string;
  /** What is done next in a page; each has its own. */
  actions: () => () => Action;
}

/** In milliseconds, of one action. */
interface Times {
  /** Until changed rows are painted. */
  painted: number;
  /** What the main thread has computed by then, and once the answer is painted too (the other page asks for none). */
  cpu: number;
  rest: number;
}

/** Reports the times of each step in both pages, which take turns. Resolves to our times until changed rows are painted. */
async function compare(pages: ListPages, steps: readonly Step[]): Promise<number[]> {
  const painted: number[] = [];
  const ourPage = await open(pages, 'ours');
  const reference = await open(pages, 'spa');
  for (const { title, actions } of steps) {
    const [ours, spa] = await alternate(
      RUNS,
      timer(ourPage, actions()),
      timer(reference, actions()),
      WARM_UPS,
    );
    const figure = (name: string, valueOf: (times: Times) => number, aim: string) =>
      report({ name, unit: 'ms', ours: ours.map(valueOf), reference: spa.map(valueOf), aim });
    figure(title, (times) => times.painted, 'at most 1.1');
    figure(`${title}: CPU until then`, ({ cpu }) => cpu, 'at most 1.1');
    figure(`${title}: CPU at rest`, ({ rest }) => rest, '');
    painted.push(...ours.map((times) => times.painted));
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

async function open({ context, urls }: ListPages, name: 'ours' | 'spa'): Promise<OpenPage> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await timeToFirstRow(page, urls[name]);
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
