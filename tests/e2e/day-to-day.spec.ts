import type { CDPSession } from '@playwright/test';
import { must } from '../support/must';
import {
  clearAll,
  condoNames,
  rowOf,
  expectAfterRetries,
  expectNoSidewaysScroll,
  query,
  search,
} from './support/screens';
import { expect, test } from './support/test';

// What somebody meets who works in the panel all day: the keyboard's place, announcements, names, paper.

test.beforeEach(async ({ api }) => {
  await api.clear();
  await api.createCondo({ name: 'Alpenblick', city: 'Thun' });
  await api.createCondo({ name: 'Bellevue', city: 'Bern' });
});

/** The texts of all live regions, in closed shadow trees too. */
async function liveTexts(session: CDPSession): Promise<string> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const live = nodes.filter(({ properties }) =>
    properties?.some(({ name, value }) => name === 'live' && value.value === 'polite'),
  );
  const ids = new Set(live.map(({ nodeId }) => nodeId));
  const inside = nodes.filter(({ nodeId, parentId }) => {
    if (parentId !== undefined && ids.has(parentId)) ids.add(nodeId);
    return ids.has(nodeId);
  });
  return inside.map(({ name }) => String(name?.value ?? '')).join(' ');
}

test('opening a record, by which its buttons are described, moves the focus to its heading, names the tab and is announced', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await page.goto('/condos');
  const row = rowOf(page, 'Alpenblick');
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
    'Alpenblick',
  );
  await row.getByRole('link', { name: 'View' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alpenblick' })).toBeFocused();
  await expect(page).toHaveTitle('Alpenblick · Condo Admin');
  await expect.poll(() => liveTexts(session)).toContain('Alpenblick · Condo Admin');
  await page.goBack();
  await expect(page).toHaveTitle('Building Management · Condo Admin');
});

test('the list says how many, announces what a filter leaves, and keeps its sort without one', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await page.goto('/condos?sort_by=id&sort_order=desc');
  await expect(page.getByText('2 buildings', { exact: true })).toBeVisible();
  await page.getByLabel('City/Town/Commune').fill('Bern');
  await expect(page.getByText('1 of 2 buildings')).toBeVisible();
  await expect.poll(() => liveTexts(session)).toContain('1 of 2 buildings');
  await clearAll(page).press('Enter');
  await expect(clearAll(page)).toBeHidden();
  await expect(search(page)).toBeFocused();
  expect(query(page)).toEqual({ sort_by: 'id', sort_order: 'desc' });
});

test('Retry leaves the focus on the page that it brought', async ({ page, browserGuard }) => {
  browserGuard.expect(/ERR_FAILED/);
  await page.clock.install();
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(2);
  await page.route('**/_serverFn/**', (route) => route.abort());
  await page.getByLabel('City/Town/Commune').fill('Bern');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expectAfterRetries(page, retry);
  await page.unroute('**/_serverFn/**');
  await retry.press('Enter');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await expect(page.locator(':focus')).toHaveText('Building Management');
});

test.describe('at 1024 px', () => {
  // A time of four digits is the widest.
  test.use({ timezoneId: zoneWhereItIsTen() });

  test('the buttons of a row are a menu, and no column lies under it', async ({ page, api }) => {
    const [condo] = await api.condos();
    await api.invite('chantal@example.com', must(condo, 'a building').id);
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const path of ['/condos', '/users', '/pending-invitations']) {
      await page.goto(path);
      const region = page.locator('main [role=region]:has(table)');
      await expect(region.getByRole('button', { name: 'Actions' }).first()).toBeInViewport({
        ratio: 1,
      });
      await expectNoSidewaysScroll(page, region);
    }
    // Two lines: when it was sent, and until when its link works.
    const invitation = page.getByRole('row', { name: /chantal@example.com/ });
    await expect(invitation.getByText(/Expires/)).toBeVisible();
    expect((await invitation.boundingBox())?.height).toBeLessThan(47);
    await page.goto('/condos');
    const menu = rowOf(page, 'Bellevue').getByRole('button', { name: 'Actions' });
    await menu.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await menu.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Bellevue' })).toBeVisible();
  });
});

/** A time zone where it is ten or eleven in the morning. */
function zoneWhereItIsTen(): string {
  const behind = Math.min(new Date().getUTCHours() - 10, 12);
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
}

for (const width of [1024, 1440]) {
  test(`at ${width} px the five filters are one row of 36 px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/condos');
    const fields = page.getByRole('search').locator('input');
    await expect(fields).toHaveCount(5);
    const boxes = await fields.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect()),
    );
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([36]));
  });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
])
  test(`at ${size.width} px the filters open on demand and the first row is on the first screen`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/condos?city=Bern');
    await expect(rowOf(page, 'Bellevue')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Canton')).toBeHidden();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await expect(page.getByLabel('Canton')).toBeVisible();
    for (const [path, filter] of [
      ['/users?inactive=only', 'Inactive'],
      ['/pending-invitations?state=sent', 'Status'],
      ['/activity?kind=user', 'Kind'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
      await expect(page.getByLabel(filter, { exact: true })).toBeHidden();
      await page.getByRole('button', { name: 'Filters (1)' }).click();
      await expect(page.getByLabel(filter, { exact: true })).toBeVisible();
    }
  });

test('paper shows every row and no controls', async ({ page, api }) => {
  for (let number = 1; number <= 120; number += 1)
    await api.createCondo({ name: `Haus ${number}` });
  await page.goto('/condos');
  await expect(page.getByText('122 buildings')).toBeVisible();
  expect(await condoNames(page).count()).toBeLessThan(100);
  await page.emulateMedia({ media: 'print' });
  await expect(condoNames(page)).toHaveCount(122);
  await expect(page.getByText(/^Printed: /)).toBeVisible();
  for (const control of ['Add New Building', 'Delete', 'View']) {
    await expect(page.getByText(control, { exact: true }).first()).toBeHidden();
  }
  const main = await page.locator('main').boundingBox();
  expect(main?.x).toBe(0);

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/condos?state=ZH&search=Haus');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  await expect(page.getByText('Search: Haus', { exact: true })).toBeVisible();
  await expect(page.getByText('Canton: ZH', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Canton')).toBeHidden();
});

test('paper is white in the dark theme too, and cards come without their buttons', async ({
  page,
  api,
}) => {
  const condo_id = await api.createCondo({ name: 'Bellerive' });
  for (let number = 1; number <= 70; number += 1)
    await api.createApartment({ condo_id, apartment_number: `${number}` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/apartments');
  await expect(page.getByText('70 apartments', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('listitem')).toHaveCount(70);
  await expect(page.getByText('Edit', { exact: true }).first()).toBeHidden();
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});
