import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readCondo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { readUserPage } from '~/users/fields';
import { must } from '../support/must';
import { startPages, type PageKind, type Pages } from './pages';
import { openSettled, timeStep, type Sight, type Step } from './page-timing';
import { median, report } from './report';

/*
 * Times from screen to screen, beside a page that is written by hand and react-admin, in turns. Each takes
 * the same tour twice in a new tab: on the first round every screen is new, on the second one all are known.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const COUNTS = { condos: 50, apartments: 1_000, users: 1_000, invitations: 50 };
const KINDS = [
  ['ours', 'panel'],
  ['spa', 'hand-made'],
  ['admin', 'react-admin'],
] as const;
const ROUNDS = ['first', 'warm'] as const;
/** A hand points at something for as long before it presses: what is loaded then is nobody's wait. */
const POINTED_MS = 150;

interface TourStep {
  /** None for a step that only leads to the next one. */
  name?: string;
  sights: readonly Sight[];
  act: (page: Page) => Promise<unknown>;
  /** react-admin has no palette. */
  notIn?: PageKind;
}

interface Taken extends Step {
  kind: PageKind;
  round: (typeof ROUNDS)[number];
  name: string;
}

test.each([
  { rate: 1, runs: RUNS, restMs: 500 },
  // Each takes long, and its figures are larger than the noise.
  { rate: 4, runs: Math.min(3, RUNS), restMs: 1_500 },
])('from screen to screen, the CPU $rate times slower', async ({ rate, runs, restMs }) => {
  const pages = await startPages(COUNTS);
  pages.context.setDefaultTimeout(10_000);
  const steps = await planTour(pages);
  const taken: Taken[] = [];
  const failures: string[] = [];
  /** A step that fails is named, and the others go on. */
  const takeTour = async (page: Page, kind: PageKind, round: Taken['round']) => {
    for (const { name, act, sights } of steps.filter(({ notIn }) => notIn !== kind)) {
      try {
        const step = await timeStep(page, () => act(page), sights, restMs);
        if (name !== undefined) taken.push({ kind, round, name, ...step });
      } catch (error) {
        failures.push(`${kind}, ${round}, ${name ?? ''}: ${String(error).split('\n', 1)[0]}`);
      }
    }
  };
  for (let run = 1; run <= runs; run += 1) {
    for (const [kind] of KINDS) {
      const { page } = await openSettled(pages.context, `${pages.urls[kind]}/condos`, rate);
      for (const round of ROUNDS) await takeTour(page, kind, round);
      await page.close();
    }
    console.log(`\n${rate} times slower, after ${run} of ${runs} runs`);
    console.table(tableOf(taken));
  }
  const figures = Map.groupBy(taken, ({ name, round }) => `${name}, ${round}, ${rate}x`);
  for (const [name, visits] of figures)
    report({ name, unit: 'ms', ours: timesOf(visits, 'ours'), reference: timesOf(visits, 'spa') });
  expect(failures).toEqual([]);
});

const inRows = (text: string): Sight => ({ selector: 'tbody tr', text });

/** What is pressed, and what has to be seen then: the same in all pages, which show the same records. */
async function planTour({ panel }: Pages): Promise<TourStep[]> {
  const read = async (path: string): Promise<unknown> => JSON.parse(await panel.call('GET', path));
  const list = readList(await read('/condos?sort_by=name&sort_order=asc'), readCondo);
  const [first, second] = list.map(({ name, address }) => ({
    name: must(name, 'name'),
    sights: [
      { selector: 'h1', text: must(name, 'name') },
      { selector: 'main', text: must(address, 'address') },
    ],
  }));
  const { name, sights } = must(first, 'first building');
  const next = must(second, 'second building');
  const [person] = readUserPage(await read('/users?page=1&page_size=10')).users;
  const openFirst = press((page) => page.locator('tbody').getByText(name, { exact: true }));
  const screens = {
    dashboard: [
      { selector: 'h1', text: 'Dashboard' },
      { selector: 'main', text: COUNTS.apartments.toLocaleString('en-US') },
    ],
    users: [inRows(must(person?.email, 'e-mail'))],
    'pending-invitations': [inRows('bench')],
    'bulk-operations': [
      { selector: 'h1', text: 'Bulk Operations' },
      { selector: 'input[type=file]', text: '' },
    ],
    condos: [inRows(next.name)],
  };
  return [
    { name: 'list to record', act: openFirst, sights },
    { name: 'record to list', act: goBack, sights: [inRows(next.name)] },
    { act: openFirst, sights },
    {
      name: 'next record',
      act: press((page) => page.locator('a[rel=next], a[aria-label^="Go to next"]')),
      sights: next.sights,
    },
    {
      name: 'edit form',
      act: press((page) => page.locator('main :is(a, button)').filter({ hasText: /^Edit/ })),
      sights: [{ selector: 'form input', text: next.name }],
    },
    ...Object.entries(screens).map(([path, seen]) => ({
      name: `sidebar to /${path}`,
      act: press((page) => page.locator(`:is(nav, [role=menu]) a[href$="/${path}"]`)),
      sights: seen,
    })),
    {
      name: 'palette',
      notIn: 'admin',
      act: (page) => page.keyboard.press('Control+k'),
      sights: [{ selector: 'input:focus', text: '' }],
    },
    {
      name: 'palette: first hit',
      notIn: 'admin',
      act: (page) => page.keyboard.insertText(name),
      sights: [{ selector: '[role=option]', text: name }],
    },
    { notIn: 'admin', act: (page) => page.keyboard.press('Escape'), sights: [] },
  ];
}

/** By the browser's history; the event is the press. */
const goBack = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('input'));
    history.back();
  });

/** As a hand does: points first, and presses then. */
function press(find: (page: Page) => Locator) {
  return async (page: Page) => {
    await find(page).first().hover();
    await page.waitForTimeout(POINTED_MS);
    await page.mouse.down();
    await page.mouse.up();
  };
}

const timesOf = (visits: readonly Taken[], kind: PageKind) =>
  visits.filter((visit) => visit.kind === kind).map(({ ms }) => ms);

/** For docs/performance.md: milliseconds of each page, the visits in which something loaded, and how much moved. */
function tableOf(taken: readonly Taken[]) {
  const table: Record<string, Record<string, string>> = {};
  for (const [name, visits] of Map.groupBy(taken, (visit) => visit.name)) {
    const cells: Record<string, string> = {};
    for (const round of ROUNDS) {
      const inRound = visits.filter((visit) => visit.round === round);
      for (const [kind, title] of KINDS)
        cells[`${round}: ${title}`] = shown(median(timesOf(inRound, kind)), 0);
    }
    const each = KINDS.map(([kind]) => visits.filter((visit) => visit.kind === kind));
    const loading = each.map((own) => own.filter(({ hadLoading }) => hadLoading).length);
    const shifts = each.map((own) => shown(median(own.map(({ shift }) => shift)), 3));
    table[name] = {
      ...cells,
      'loading texts': loading.join(', '),
      'layout shift': shifts.join(', '),
    };
  }
  return table;
}

const shown = (value: number, digits: number) =>
  Number.isNaN(value) ? '-' : value.toFixed(digits);
