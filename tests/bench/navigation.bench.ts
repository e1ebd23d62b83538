import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readCondo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { readUserPage } from '~/users/fields';
import { must } from '../support/must';
import { startPages, type Pages } from './pages';
import { openSettled, timeStep, type Sight, type Step } from './page-timing';
import { median } from '../support/quantile';
import { alternate, reportVisits } from './report';

/*
 * Measures the times from screen to screen. The panel and the reference page take turns, each on the same
 * tour twice in a new tab: in the first round every screen is new, in the second one all are known.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const COUNTS = { condos: 50, apartments: 1_000, users: 1_000, invitations: 50 };
/** Time in which a hand points before it presses. Nobody waits for what is loaded in that time. */
const POINTED_MS = 150;

interface TourStep {
  /** Name of the figures. A step without one only leads to the next step. */
  name?: string;
  sights: readonly Sight[];
  act: (page: Page) => Promise<unknown>;
}

test.each([
  { rate: 1, runs: RUNS, restMs: 500 },
  // The slow tours take long, and their figures are larger than the noise.
  { rate: 4, runs: Math.min(3, RUNS), restMs: 1_500 },
])('from screen to screen, the CPU $rate times slower', async ({ rate, runs, restMs }) => {
  const pages = await startPages(COUNTS);
  pages.context.setDefaultTimeout(10_000);
  const steps = await planTour(pages);
  /** Takes both rounds in a new tab. */
  const takeTour = async (kind: 'ours' | 'spa') => {
    const { page } = await openSettled(pages.context, `${pages.urls[kind]}/condos`, rate);
    const taken: Array<Step & { figure: string }> = [];
    for (const round of ['first', 'warm']) {
      for (const { name, act, sights } of steps) {
        const step = await timeStep(page, () => act(page), sights, restMs);
        if (name !== undefined) taken.push({ figure: `${name}, ${round}, ${rate}x`, ...step });
      }
    }
    await page.close();
    return taken;
  };
  const tours = await alternate(runs, ['ours', 'spa'], takeTour, 0);
  const [ours, spa] = tours.map((each) => Map.groupBy(each.flat(), ({ figure }) => figure));
  const unrest: Record<string, object> = {};
  for (const [name, visits] of must(ours, 'tour')) {
    const both = [visits, spa?.get(name) ?? []] as const;
    reportVisits(both, { [name]: ({ ms }) => ms });
    unrest[name] = {
      'loading texts': both.map(countLoading).join(', '),
      'layout shift': both.map(shiftOf).join(', '),
    };
  }
  console.table(unrest);
  expect(ours?.size).toBeGreaterThan(0);
});

const countLoading = (visits: readonly Step[]) =>
  visits.filter(({ hadLoading }) => hadLoading).length;

const shiftOf = (visits: readonly Step[]) => median(visits.map(({ shift }) => shift)).toFixed(3);

const inRows = (text: string): Sight => ({ selector: 'tbody tr', text });

/** Plans the steps for both pages, which show the same records. */
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
  const openFirst = press(`tbody :text-is("${name}")`);
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
      act: press('a[rel=next], a[aria-label^="Go to next"]'),
      sights: next.sights,
    },
    {
      name: 'edit form',
      act: press('main :is(a, button):text-matches("^Edit")'),
      sights: [{ selector: 'form input', text: next.name }],
    },
    ...Object.entries(screens).map(([path, seen]) => ({
      name: `sidebar to /${path}`,
      act: press(`nav a[href$="/${path}"]`),
      sights: seen,
    })),
    {
      name: 'palette',
      act: (page) => page.keyboard.press('Control+k'),
      sights: [{ selector: 'input:focus', text: '' }],
    },
    {
      name: 'palette: first hit',
      act: (page) => page.keyboard.insertText(name),
      sights: [{ selector: '[role=option]', text: name }],
    },
    { act: (page) => page.keyboard.press('Escape'), sights: [] },
  ];
}

/** Goes back in the browser's history. The event stands for the press. */
const goBack = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('input'));
    history.back();
  });

/** Points first, as a hand does, and then presses. */
const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().hover();
  await page.waitForTimeout(POINTED_MS);
  await page.mouse.down();
  await page.mouse.up();
};
