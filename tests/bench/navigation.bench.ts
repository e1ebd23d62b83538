import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readCondo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { readUserPage } from '~/users/fields';
import { must } from '../support/must';
import { keepBrowser, startPages, type PageKind, type Pages } from './pages';
import { goBack, timeStep, timeToFirstRow, type Sight, type Step } from './page-timing';
import { median, report } from './report';

/*
 * Times from screen to screen, beside a page that is written by hand and react-admin, in turns. Each takes
 * the same tour twice in a new tab: on the first round every screen is new, on the second one all are known.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const COUNTS = { condos: 50, apartments: 1_000, users: 1_000, invitations: 50 };
const KINDS: Readonly<Record<PageKind, string>> = {
  ours: 'panel',
  spa: 'hand-made',
  admin: 'react-admin',
};
const AIMS = { first: 'at most 1.5', warm: 'at most 1.2' } as const;
type Round = keyof typeof AIMS;
const ROUNDS = ['first', 'warm'] as const;
/** The list has settled: what is loaded when it is idle is there. */
const SETTLE_MS = 2_000;
/** A hand points at something for as long before it presses: what is loaded then is nobody's wait. */
const POINTED_MS = 150;
/** Of one tab, so that one that hangs costs no others. */
const TOUR_LIMIT_MS = 3 * 60_000;

interface TourStep {
  /** None for a step that only leads to the next one. */
  name?: string;
  sights: readonly Sight[];
  act: (page: Page) => Promise<unknown>;
  /** What is done once it was measured. */
  after?: (page: Page) => Promise<unknown>;
  /** react-admin has no palette. */
  notIn?: PageKind;
}

interface Taken extends Step {
  kind: PageKind;
  round: Round;
  name: string;
}

const browser = keepBrowser();

test.each([
  { rate: 1, runs: RUNS, restMs: 500 },
  // Each takes long, and its figures are larger than the noise.
  { rate: 4, runs: Math.min(3, RUNS), restMs: 1_500 },
])('from screen to screen, the CPU $rate times slower', async ({ rate, runs, restMs }) => {
  const pages = await startPages(browser(), COUNTS);
  pages.context.setDefaultTimeout(10_000);
  const steps = await planTour(pages);
  const taken: Taken[] = [];
  const failures: string[] = [];
  for (let run = 1; run <= runs; run += 1) {
    for (const kind of ['ours', 'spa', 'admin'] as const) {
      const page = await pages.context.newPage();
      const client = await pages.context.newCDPSession(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate });
      const limit = setTimeout(() => void page.close(), TOUR_LIMIT_MS);
      const own = steps.filter(({ notIn }) => notIn !== kind);
      await attempt(failures, `${KINDS[kind]}, run ${run}`, () => open(page, pages.urls[kind]));
      for (const round of ROUNDS) {
        for (const { name, act, sights, after } of page.isClosed() ? [] : own) {
          await attempt(failures, `${KINDS[kind]}, run ${run}, ${round}, ${name}`, async () => {
            const step = await timeStep(page, () => act(page), sights, restMs);
            if (name !== undefined) taken.push({ kind, round, name, ...step });
            await after?.(page);
          });
        }
      }
      clearTimeout(limit);
      await page.close();
    }
    console.log(`\n${rate} times slower, after ${run} of ${runs} runs\n${tableOf(taken)}\n`);
  }
  await pages.stop();
  reportTaken(taken, rate);
  expect(failures).toEqual([]);
});

async function open(page: Page, url: string): Promise<void> {
  await timeToFirstRow(page, `${url}/condos`);
  await page.waitForTimeout(SETTLE_MS);
}

/** A step that fails is named, and the others go on. */
async function attempt(failures: string[], title: string, work: () => Promise<void>) {
  await work().catch((error: unknown) => {
    failures.push(`${title}: ${String(error).split('\n', 1)[0]}`);
    console.log(`FAILED: ${failures.at(-1)}`);
  });
}

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
  const openFirst = (page: Page) =>
    press(page, page.locator('tbody').getByText(name, { exact: true }).first());
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
      act: (page) => press(page, page.locator('a[rel=next], a[aria-label^="Go to next"]').first()),
      sights: next.sights,
    },
    {
      name: 'edit form',
      act: (page) =>
        press(page, page.locator('main :is(a, button)').filter({ hasText: /^Edit/ }).first()),
      sights: [{ selector: 'form input', text: next.name }],
    },
    ...Object.entries(screens).map(([path, seen]) => ({
      name: `sidebar to /${path}`,
      act: (page: Page) =>
        press(page, page.locator(`:is(nav, [role=menu]) a[href$="/${path}"]`).first()),
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
      after: (page) => page.keyboard.press('Escape'),
    },
  ];
}

/** As a hand does: points first, and presses then. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.waitForTimeout(POINTED_MS);
  await page.mouse.down();
  await page.mouse.up();
}

/** For docs/performance.md: milliseconds of each page, the first time and warm, and where something loaded or moved. */
function tableOf(taken: readonly Taken[]): string {
  const kinds = Object.entries(KINDS);
  const heads = ROUNDS.flatMap((round) => kinds.map(([, title]) => `${round}: ${title}`));
  const rows = namesOf(taken).map((name) => {
    const of = (kind: string, round?: Round) =>
      taken.filter(
        (one) => one.name === name && one.kind === kind && (!round || one.round === round),
      );
    const times = ROUNDS.flatMap((round) =>
      kinds.map(([kind]) => median(of(kind, round).map(({ ms }) => ms)).toFixed(0)),
    );
    const loading = kinds.map(([kind]) => of(kind).filter((one) => one.hadLoading).length);
    const shifts = kinds.map(([kind]) => median(of(kind).map((one) => one.shift)).toFixed(3));
    return [name].concat(times, loading.join(', '), shifts.join(', '));
  });
  const lines = [['ms', ...heads, 'loading texts', 'layout shift'], ...rows];
  const [head = '', ...others] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${'---|'.repeat(lines[0]?.length ?? 0)}`, ...others]
    .join('\n')
    .replaceAll('NaN', '-');
}

function reportTaken(taken: readonly Taken[], rate: number): void {
  for (const name of namesOf(taken)) {
    for (const round of ROUNDS) {
      const timesOf = (kind: PageKind) =>
        taken
          .filter((one) => one.name === name && one.kind === kind && one.round === round)
          .map(({ ms }) => ms);
      const [ours, reference] = [timesOf('ours'), timesOf('spa')];
      if (ours.length > 0 && reference.length > 0)
        report({
          name: `${name}, ${round}, ${rate}x`,
          unit: 'ms',
          ours,
          reference,
          aim: AIMS[round],
        });
    }
  }
}

const namesOf = (taken: readonly Taken[]) => [...new Set(taken.map(({ name }) => name))];
