import type { Page } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { condoNames, openCondos } from './support/screens';
import { expect, test } from './support/test';

// What only a browser shows of the way from a list to a record and back: frames, shifts, positions, requests.

const COUNT = 60;
const NAMES = Array.from(
  { length: COUNT },
  (_, index) => `Haus ${String(index + 1).padStart(2, '0')}`,
);
/** Longer than a pointer has to rest on something. */
const RESTED_MS = 300;

test.beforeEach(async ({ api }) => {
  await api.clear();
  await Promise.all(NAMES.map((name) => api.createCondo({ name, city: 'Thun' })));
});

const nameLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Holds the answers of a call until the returned function is called. */
async function hold(page: Page, call: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.href.includes(call),
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return resolve;
}

/** Collects what moves from now on, also after a press. */
function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.body.dataset['shifts'] = JSON.stringify(entry);
    }).observe({ type: 'layout-shift' });
  });
}

/** Looks at the first frame with this heading. Returns its scroll position and its focused text. */
function firstFrameOf(page: Page, heading: string) {
  return page.evaluate(
    (text) =>
      new Promise<{ scrolled: number; focused: string | undefined }>((resolve) => {
        const look = () => {
          if (document.querySelector('h1')?.textContent !== text)
            return requestAnimationFrame(look);
          // A frame's own callbacks run before it is painted.
          return requestAnimationFrame(() =>
            resolve({ scrolled: scrollY, focused: document.activeElement?.textContent }),
          );
        };
        look();
      }),
    heading,
  );
}

test('a building is there from its row, and nothing moves when it has come itself', async ({
  page,
}) => {
  await openCondos(page);
  const answer = await hold(page, 'condos.get');
  await nameLink(page, 'Haus 07').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Haus 07' })).toBeVisible();
  await expect(page.getByText('Loading building details...')).toBeHidden();
  const edit = page.getByRole('button', { name: 'Edit Building' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No apartments found.')).toBeVisible();
  await expect(page.getByText('No people yet')).toBeVisible();
  await watchShifts(page);
  answer();
  await expect(edit).toHaveAttribute('aria-disabled', 'false');
  await page.waitForTimeout(RESTED_MS);
  expect(await page.locator('body').getAttribute('data-shifts')).toBeNull();
});

test('Back shows the list where it was, in one frame, with the focus on the row', async ({
  page,
}) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveCount(COUNT);
  await nameLink(page, 'Haus 50').scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await nameLink(page, 'Haus 50').click();
  await expect(page.getByRole('button', { name: 'Edit Building' })).toBeVisible();
  const frame = firstFrameOf(page, 'Building Management');
  await page.goBack();
  expect(await frame).toEqual({ scrolled, focused: 'Haus 50' });
});

test('Back shows a building where it was, with what is further down in the first frame', async ({
  page,
  api,
}) => {
  const condo_id = await api.createCondo({ name: 'Haus am See', city: 'Thun' });
  for (let number = 1; number <= 20; number += 1)
    await api.createApartment({ condo_id, apartment_number: String(number) });
  await openCondos(page);
  await nameLink(page, 'Haus am See').click();
  // Later content would move the link, and a click would scroll again.
  const rows = page.getByRole('table', { name: 'Apartments in this building' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  await expect(page.getByText('No people yet')).toBeVisible();
  const invite = page.getByRole('link', { name: 'Invite to this Building' });
  await invite.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await invite.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invite User' })).toBeVisible();
  const frame = firstFrameOf(page, 'Haus am See');
  await page.goBack();
  expect(await frame).toMatchObject({ scrolled });
});

test('a building that does not exist is one missing answer, also as of a day', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(404));
  const failed: string[] = [];
  page.on('response', (answer) => {
    if (!answer.ok()) failed.push(answer.url());
  });
  for (const search of ['', '?as_of=2026-01-31']) {
    failed.length = 0;
    await page.goto(`/condos/999999${search}`);
    await expect(page.getByText('It may have been deleted')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(failed).toEqual([expect.stringContaining('condos.get')]);
  }
});

test('pointing at rows loads their records, at most four requests at once', async ({ page }) => {
  await openCondos(page);
  let now = 0;
  let most = 0;
  await page.route(
    (url) => /condos\.get|apartments\.list/.test(url.href),
    async (route) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
      now -= 1;
      await route.continue();
    },
  );
  for (const name of NAMES.slice(0, 8)) {
    await nameLink(page, name).locator('xpath=ancestor::tr').locator('td').nth(2).hover();
    await page.waitForTimeout(RESTED_MS / 3);
  }
  await expect.poll(() => now).toBe(0);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
});
