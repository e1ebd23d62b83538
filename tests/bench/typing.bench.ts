import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readApartment } from '~/contract/apartment-reading';
import { readCondo } from '~/contract/condo-reading';
import { readList } from '~/contract/reading';
import { searchText } from '~/contract/search-text';
import { startListPages, type ListPages } from './list-pages';
import { mainThreadMs } from './main-thread';
import { keepBrowser } from './page-pair';
import { timeToChangedRow, timeToFirstRow, type Action } from './page-timing';
import { report } from './report';
import { median } from './statistics';

/** A letter and a click on a column's header to painted rows, beside a page that has all rows in memory; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 10);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
/** The screen has settled: what is loaded when it is idle is there. */
const SETTLE_MS = 4_000;
/** The API's answer, which replaces what was shown, is painted too. */
const REST_MS = 1_200;
const PAGES = ['ours', 'spa'] as const;

const browser = keepBrowser();

test.each(COUNTS)('typing and sorting %i buildings', async (count) => {
  const pages = await startListPages(browser(), '/condos', { condos: count });
  const list: unknown = JSON.parse(
    await pages.panel.get('/admin/condos?sort_by=name&sort_order=asc'),
  );
  const letter = telltaleLetter(
    readList(list, readCondo).map(({ name, address }) => `${name ?? ''}\n${address ?? ''}`),
  );
  const times = await compare(pages, [
    { title: `${count} buildings, letter`, next: toggle(letter) },
    { title: `${count} buildings, sort`, next: () => ({ click: 'Name' }) },
  ]);
  expect(Math.min(...times)).toBeGreaterThan(0);
});

test.each([1_000, 50_000])('typing in %i cards', async (count) => {
  const pages = await startListPages(browser(), '/apartments', { condos: 100, apartments: count });
  const list: unknown = JSON.parse(await pages.panel.get('/admin/apartments'));
  const letter = telltaleLetter(
    readList(list, readApartment).map((apartment) => apartment.apartment_number ?? ''),
  );
  const times = await compare(pages, [{ title: `${count} cards, letter`, next: toggle(letter) }]);
  expect(Math.min(...times)).toBeGreaterThan(0);
});

interface Step {
  title: string;
  /** What is done in each page in turn; called once for all of them. */
  next: () => Action;
}

/**
 * Reports, for each step, the time until changed rows are painted, what the main thread has computed by then, and what it has once the
 * answer is painted too (the other page asks for none). Resolves to our times.
 */
async function compare(pages: ListPages, steps: readonly Step[]): Promise<number[]> {
  const times: number[] = [];
  const opened = await Promise.all(PAGES.map((name) => open(pages, name)));
  for (const { title, next } of steps) {
    const figures = PAGES.map(emptyFigures);
    // The first two warm the page.
    for (let run = -2; run < RUNS; run += 1) {
      const action = next();
      for (const [index, { page, client }] of opened.entries()) {
        const before = await mainThreadMs(client);
        const painted = await timeToChangedRow(page, action);
        const cpu = (await mainThreadMs(client)) - before;
        await page.waitForTimeout(REST_MS);
        const rest = (await mainThreadMs(client)) - before;
        if (run < 0) continue;
        figures[index]?.painted.push(painted);
        figures[index]?.cpu.push(cpu);
        figures[index]?.rest.push(rest);
      }
    }
    const [ours, spa] = figures;
    if (!ours || !spa) throw new Error('both pages are measured');
    const figure = (name: string, key: keyof typeof ours, aim: string) =>
      report({ name, unit: 'ms', ours: ours[key], reference: spa[key], aim });
    figure(title, 'painted', 'at most 1.1');
    figure(`${title}: CPU until then`, 'cpu', 'at most 1.1');
    figure(`${title}: CPU at rest`, 'rest', '');
    times.push(median(ours.painted));
  }
  await pages.stop();
  return times;
}

function emptyFigures(): { painted: number[]; cpu: number[]; rest: number[] } {
  return { painted: [], cpu: [], rest: [] };
}

async function open(
  { context, urls }: ListPages,
  name: (typeof PAGES)[number],
): Promise<{ page: Page; client: CDPSession }> {
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
