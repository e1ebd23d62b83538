import { expect, test } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { findText, searchText } from '~/fields/search-text';
import { must } from '../support/must';
import { mainThreadMs, openSettled, timeToChangedRow, type Action, type Tab } from './page-timing';
import { startPages, type Pages } from './pages';
import { alternate, reportVisits } from './report';

/** A letter and a click on a column's header to painted rows, beside a page that has all rows in memory; they take turns. */

/** An even number, so that each letter is taken back before the next step. */
const RUNS = 2 * Math.ceil(Number(process.env.BENCH_RUNS ?? 10) / 2);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
/** A letter is typed and taken back, and the order is turned and turned back. */
const WARM_UPS = 2;
/** The API's answer, which replaces what was shown, is painted too. */
const REST_MS = 1_200;

test.each(COUNTS)('typing and sorting %i buildings', async (count) => {
  const pages = await startPages({ condos: count });
  const list = await pages.panel.call('GET', '/condos?sort_by=name&sort_order=asc');
  const condos = readList(JSON.parse(list), readCondo);
  const letter = telltaleLetter(
    condos.map(({ name, address, zip_code: zip, city }) => [name, address, zip, city].join('\n')),
  );
  const steps = { letter: [{ type: letter }, { type: '' }], sort: [{ click: 'Name' }] };
  expect(await compare(pages, '/condos', `${count} buildings`, steps)).toBeGreaterThan(0);
});

test.each([1_000, 50_000])('typing in %i cards', async (count) => {
  const pages = await startPages({ condos: 100, apartments: count });
  const list = await pages.panel.call('GET', '/apartments');
  const apartments = readList(JSON.parse(list), readApartment);
  const letter = telltaleLetter(apartments.map((apartment) => apartment.apartment_number ?? ''));
  const steps = { letter: [{ type: letter }, { type: '' }] };
  expect(await compare(pages, '/apartments', `${count} cards`, steps)).toBeGreaterThan(0);
});

/** Reports the times of each step, which repeats its actions, in both pages. Returns our shortest one. */
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
 * Milliseconds until the rows that an action changes are painted, and of the main thread's CPU by then, and once the
 * answer is painted too (the other page asks for none).
 */
async function timesOf(tab: Tab, action: Action) {
  const before = await mainThreadMs(tab);
  const took = await timeToChangedRow(tab, action);
  const cpu = (await mainThreadMs(tab)) - before;
  await tab.page.waitForTimeout(REST_MS);
  return { took, cpu, rest: (await mainThreadMs(tab)) - before };
}

/** A letter that the first row lacks and another has: typing or deleting it changes the first row. */
function telltaleLetter(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  const letter = Array.from('bcdfghklmprstvz0123456789').find(
    (candidate) =>
      !findText(first).includes(candidate) &&
      others.some((text) => searchText(text).includes(candidate)),
  );
  return must(letter, 'letter that tells the rows apart');
}
