import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { openPair, keepBrowser } from './page-pair';
import { timeToChangedRow, timeToFirstRow } from './page-timing';
import { createReport } from './report';
import { alternate } from './statistics';

const RUNS = 5;
/** Looking at ten people takes longer than this: the next page is fetched in the meantime, once the screen has settled. */
const LOOK_MS = 2_200;
const report = createReport();
const browser = keepBrowser();

test('users: page 1 to page 2 against a static page', async () => {
  const panel = await startFilledPanel({ condos: 50, apartments: 500, users: 10_000 });
  const pair = await openPair(browser(), panel, {
    path: '/admin/users',
    query: { page: '1', page_size: '10' },
    fields: ['id', 'first_name', 'last_name', 'email', 'created_at', 'is_active'],
  });
  await timeToFirstRow(pair.ours, `${panel.url}/users`);
  await timeToFirstRow(pair.reference, pair.referenceUrl);
  const next = async (page: typeof pair.ours) => {
    await page.bringToFront();
    await page.waitForTimeout(LOOK_MS);
    return timeToChangedRow(page, { click: 'Next' });
  };
  const [ours, reference] = await alternate(
    RUNS * 2,
    () => next(pair.ours),
    () => next(pair.reference),
  );
  report({
    name: 'users: a page to the next, painted',
    unit: 'ms',
    ours,
    reference,
    aim: 'at most 2',
  });
  await pair.ours.getByText(/Showing page 1\d of/).waitFor();
  expect(await pair.ours.locator('tbody tr').count()).toBe(10);
  await pair.close();
  await panel.stop();
});

test('50,000 apartment cards', async () => {
  const panel = await startFilledPanel({ condos: 100, apartments: 50_000 });
  const pair = await openPair(browser(), panel, {
    path: '/admin/apartments',
    query: {},
    fields: ['apartment_number', 'floor_number', 'bedrooms', 'bathrooms', 'sqmt', 'notes'],
  });
  const [ours, reference] = await alternate(
    RUNS,
    () => timeToFirstRow(pair.ours, `${panel.url}/apartments`),
    () => timeToFirstRow(pair.reference, pair.referenceUrl),
  );
  report({ name: '50000 cards: navigation to first paint', unit: 'ms', ours, reference, aim: '' });
  expect(await pair.ours.getByRole('listitem').count()).toBeGreaterThan(3);
  await pair.close();
  await panel.stop();
});
