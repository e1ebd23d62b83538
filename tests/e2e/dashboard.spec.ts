import type { Page } from '@playwright/test';
import { chooseLanguage, LANGUAGES } from './support/languages';
import { holdRequests } from './support/screens';
import { must } from '../support/must';
import { expect, test } from './support/test';

const CHART = /\/registrations-chart-[^/]*\.js$/;

test.beforeEach(({ api }) => api.clear());

/** The list below the cards, of what waits and what happened, comes after them. */
const cardsOf = (page: Page) =>
  page.getByRole('main').getByRole('list').first().getByRole('listitem');

test('cards, notes and chart', async ({ page, api }) => {
  const id = await api.createCondo({ name: 'Bellevue' });
  await api.createApartment({ condo_id: id, apartment_number: '1' });
  await page.goto('/dashboard');
  const cards = cardsOf(page);
  await expect(cards).toHaveText([
    /Total Condos\s*1\s*\+1 from last month/,
    /Total Apartments\s*1\s*\+1 from last month/,
    /Total Users\s*\d+\s*\+\d+ from last month/,
    /Pending Invitations\s*\d+\s*Awaiting user acceptance/,
  ]);
  await expect(page.getByRole('heading', { name: 'User Registrations by Month' })).toBeVisible();
  const chart = page.locator('figure').filter({ has: page.locator('svg') });
  await expect(chart.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expect(chart.locator('.recharts-cartesian-grid')).toBeVisible();
  const ticks = chart.locator('.recharts-cartesian-axis-tick-value');
  await expect(ticks.filter({ hasText: /^[A-Z][a-z]{2}/ }).first()).toBeVisible();
  await expect(ticks.filter({ hasText: /^0$/ })).toBeVisible();
  expect((await chart.locator('.recharts-responsive-container').boundingBox())?.height).toBe(300);
  await chart.locator('.recharts-bar-rectangle').first().hover();
  await expect(page.locator('.recharts-tooltip-wrapper')).toContainText('Registrations');
});

test('the chart is asked for once the cards are painted, and a click does not wait for it', async ({
  page,
}) => {
  // Begins with the frame that paints the first card.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main li a')) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('cards'));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const release = await holdRequests(page, CHART);
  const request = page.waitForRequest(CHART);
  await page.goto('/dashboard');
  await request;
  const cards = page.getByRole('main').getByRole('link', { name: 'Total Condos' });
  await cards.click();
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();

  await page.goBack();
  release();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  const [painted, chart] = await page.evaluate(() => [
    performance.getEntriesByName('cards')[0]?.startTime,
    performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('registrations-chart'))?.startTime,
  ]);
  expect(painted).toBeGreaterThan(0);
  expect(chart).toBeGreaterThan(painted ?? Infinity);
});

test('one card a row on small screens, two on medium, four on large', async ({ page }) => {
  await page.goto('/dashboard');
  const cards = cardsOf(page);
  await expect(cards).toHaveCount(4);
  for (const [width, perRow] of [
    [375, 1],
    [800, 2],
    [1400, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const tops: Array<number | undefined> = [];
        for (const card of await cards.all()) tops.push((await card.boundingBox())?.y);
        return tops.filter((top) => top === tops[0]).length;
      })
      .toBe(perRow);
  }
});

test('panels are between the cards and the chart, all on the first screen, and nothing moves', async ({
  page,
  api,
}) => {
  const id = await api.createCondo({ name: 'Bellevue' });
  await api.createApartment({ condo_id: id, apartment_number: '1' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    const observer = new PerformanceObserver(() => performance.mark('shift'));
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdRequests(page, /\/assets\/-dashboard-extras-/);
  await page.goto('/dashboard');
  const cards = cardsOf(page);
  await expect(cards).toHaveCount(4);
  const heading = page.getByRole('heading', { name: 'User Registrations by Month' });
  const chart = page.locator('section').filter({ has: heading });
  const before = must(await chart.boundingBox(), 'box of the chart');
  await page.evaluate(() => performance.clearMarks('shift'));
  release();
  const panels = ['Needs attention', 'Latest activity'].map((name) =>
    page.getByRole('region', { name }).getByRole('listitem').first(),
  );
  for (const panel of panels) await expect(panel).toBeVisible();
  const box = must(await chart.boundingBox(), 'box of the chart');
  expect(box).toEqual(before);
  expect(box.y + box.height).toBeLessThanOrEqual(900);
  const last = must(await cards.last().boundingBox(), 'box of the last card');
  for (const panel of panels) {
    const { y } = must(await panel.boundingBox(), 'box of a line');
    expect(y).toBeGreaterThan(last.y + last.height);
    expect(y).toBeLessThan(box.y);
  }
  expect(await page.evaluate(() => performance.getEntriesByName('shift').length)).toBe(0);
  for (const code of LANGUAGES) {
    await chooseLanguage(page, code);
    const { y, height } = must(await page.locator('section:has(figure)').boundingBox(), 'chart');
    expect(y + height, code).toBeLessThanOrEqual(900);
  }
});

test('a line leads to the rows that it counts, and First steps go with the first records', async ({
  page,
  api,
}) => {
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add a building' })).toBeVisible();
  await api.createCondo({ name: 'Bellevue' });
  await page.reload();
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add its apartments' })).toBeVisible();
  await expect(steps.getByText('Add a building')).toHaveCount(0);
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await needs.getByRole('link', { name: 'Buildings without a manager 1' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Bellevue' })).toBeVisible();
});

test('if the code between cards and chart fails to load, a message says so, and Retry loads it', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_FAILED/, /MissingCodeError/);
  const code = /\/assets\/-dashboard-extras-/;
  await page.route(code, (route) => route.abort());
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveText(
    'This part of the page could not be loaded. Check your connection and try again.',
  );
  await page.unroute(code);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Latest activity' })).toBeVisible();
});
