import { expect, test } from 'vitest';
import { readList, type UnknownRecord } from '~/fields/reading';
import { findText, searchText } from '~/fields/search-text';
import { must } from '../support/must';
import { mainThreadMs, openSettled, timeToChangedRow, type Action, type Tab } from './page-timing';
import { startPages, type Pages } from './pages';
import { alternate, reportVisits } from './report';

/*
 * Measures the time from a letter, or from a click on a column's header, to painted rows. The panel and the
 * reference page, which has all rows in memory, take turns.
 */

/** Number of runs. It is even, so that each letter is deleted before the next step. */
const RUNS = 2 * Math.ceil(Number(process.env.BENCH_RUNS ?? 10) / 2);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
/** Runs that are not counted. A letter is typed and deleted, or the order is reversed twice. */
const WARM_UPS = 2;
/** Time in which the API's answer, which replaces the filtered rows, is painted too. */
const REST_MS = 1_200;

test.each(COUNTS)('typing and sorting %i buildings', async (count) => {
  const pages = await startPages({ condos: count });
  const list = await pages.panel.call('GET', '/condos?sort_by=name&sort_order=asc');
  const letter = telltaleLetter(list, ['name', 'address', 'zip_code', 'city']);
  const steps = { letter: [{ type: letter }, { type: '' }], sort: [{ click: 'Name' }] };
  expect(await compare(pages, '/condos', `${count} buildings`, steps)).toBeGreaterThan(0);
});

test.each([1_000, 50_000])('typing in %i cards', async (count) => {
  const pages = await startPages({ condos: 100, apartments: count });
  const list = await pages.panel.call('GET', '/apartments');
  const letter = telltaleLetter(list, ['apartment_number']);
  const steps = { letter: [{ type: letter }, { type: '' }] };
  expect(await compare(pages, '/apartments', `${count} cards`, steps)).toBeGreaterThan(0);
});

/** Reports the times of each step in both pages. A step repeats its actions. Returns our shortest time. */
async function compare(
  { context, urls }: Pages,
  path: string,
  title: string,
  steps: Readonly<Record<string, readonly Action[]>>,
): Promise<number> {
  const ours = await openSettled(context, urls.ours + path);
  const spa = await openSettled(context, urls.spa + path);
  const painted: number[] = [];
  for (const [step, actions] of Object.entries(steps)) {
    const takeNext = (tab: Tab, run: number) =>
      timesOf(tab, must(actions[run % actions.length], 'action'));
    const times = await alternate(RUNS, [ours, spa], takeNext, WARM_UPS);
    reportVisits(times, {
      [`${title}, ${step}`]: ({ took }) => took,
      [`${title}, ${step}: CPU until then`]: ({ cpu }) => cpu,
      [`${title}, ${step}: CPU at rest`]: ({ rest }) => rest,
    });
    painted.push(...times[0].map(({ took }) => took));
  }
  return Math.min(...painted);
}

/**
 * Milliseconds until the rows that an action changes are painted, and of the main thread's CPU by then and
 * after the answer has been painted too. The reference page gets no answer.
 */
async function timesOf(tab: Tab, action: Action) {
  const before = await mainThreadMs(tab);
  const took = await timeToChangedRow(tab, action);
  const cpu = (await mainThreadMs(tab)) - before;
  await tab.page.waitForTimeout(REST_MS);
  return { took, cpu, rest: (await mainThreadMs(tab)) - before };
}

/** A letter that another row has but not the first one, which changes when it is typed or deleted. */
function telltaleLetter(list: string, searched: readonly string[]): string {
  const textOf = (row: UnknownRecord) => searched.map((name) => row[name]).join('\n');
  const [first = '', ...others] = readList(JSON.parse(list), textOf);
  const letter = Array.from('bcdfghklmprstvz0123456789').find(
    (candidate) =>
      !findText(first).includes(candidate) &&
      others.some((text) => searchText(text).includes(candidate)),
  );
  return must(letter, 'letter that tells the rows apart');
}
