import type { Locator, Page } from '@playwright/test';
import { must } from '../support/must';
import { controlsNotHit } from './support/controls-not-hit';
import { ALONE } from './support/own-server';
import { expect, testsOnOwnServer } from './support/test';

// A press does what is under the pointer: the control's own effect, or nothing where it is disabled.

/** These tests have their own server, because they fill its database. */
const test = testsOnOwnServer({}, ALONE);

const WIDTHS = [390, 1024, 1440];
/** Low, so that each list scrolls. */
const HEIGHT = 600;
const COUNT = 24;
let condo = 0;

test.beforeAll(async ({ api, panel }) => {
  condo = await api.createCondo({ name: 'Aare' });
  const database = await panel.connect();
  const row = `lpad(n::text, 2, '0')`;
  const series = `from generate_series(1, ${COUNT}) n`;
  await database.query(`insert into condos (name, address, city, state, zip_code, country)
    select 'Haus ' || ${row}, 'Weg ' || n, 'Bern', 'BE', '3000', 'Switzerland' ${series}`);
  await database.query(`insert into apartments (condo_id, apartment_number, notes)
    select ${condo}, 'A' || ${row}, 'Note' ${series}`);
  await database.query(`insert into users (email, first_name, last_name, is_active)
    select 'person' || n || '@example.com', 'Person', ${row}, n % 2 = 0 ${series}`);
  await database.query(`insert into user_condo_associations (user_id, condo_id, role)
    select id, ${condo}, 'renter' from users where email like 'person%'`);
  await database.query(`insert into invitations (email, role, condo_id, expires_at)
    select 'guest' || n || '@example.com', 'renter', ${condo}, now() + interval '1 day' ${series}`);
  await database.end();
});

/** Not at all, so that the sticky header stands over a row, and to the end. */
async function scrollPositions(page: Page): Promise<number[]> {
  const [header, height] = await page.evaluate(() => [
    (document.querySelector('main thead, main ol, [role=grid]')?.getBoundingClientRect().top ?? 0) +
      scrollY,
    document.documentElement.scrollHeight,
  ]);
  return [0, must(header, 'header') + 20, must(height, 'height')];
}

async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo(0, y), top);
  await untilScrolled(page);
}

async function scrollToMiddle(control: Locator): Promise<void> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await untilScrolled(control.page());
}

/** Scroll events come with the next frame; they close the menus of rows. */
async function untilScrolled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Opens a screen, on which `shown` is visible when its rows are there. */
async function open(page: Page, path: string, shown: Locator): Promise<void> {
  await page.goto(path);
  await expect(shown.first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function openGrid(page: Page): Promise<void> {
  await page.goto('/bulk-operations');
  const rows = Array.from({ length: COUNT }, (_, index) => `N${index},Weg 1,Bern,BE,3000,CH,never`);
  const text = ['name,address,city,state,zip_code,country,date_built', ...rows].join('\n');
  await page.getByLabel('File').setInputFiles({
    name: 'buildings.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.getByRole('grid', { name: 'Invalid rows' })).toBeVisible();
}

const SCREENS: ReadonlyArray<[name: string, path: () => string, shown: string]> = [
  ['buildings', () => '/condos', 'tbody tr'],
  ['a building with its apartments, people and history', () => `/condos/${condo}`, 'tbody tr'],
  ['apartments', () => '/apartments', 'main a'],
  ['people', () => '/users', 'tbody tr'],
  ['a person', () => '/users/2', 'main button'],
  ['pending invitations', () => '/pending-invitations', 'tbody tr'],
  ['activity', () => '/activity', 'main a'],
];

for (const [name, path, shown] of SCREENS) {
  test(`${name}: each control is on top at its centre, or a sticky part is`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: HEIGHT });
    await open(page, path(), page.locator(shown));
    await expectControlsHit(page);
    const box = page.locator('tbody input[type=checkbox]').first();
    if ((await box.count()) === 0) return;
    await page.setViewportSize({ width: 1024, height: HEIGHT });
    await scrollPage(page, 0);
    // With the bar of the chosen rows above the list.
    await box.click();
    await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
    await expectControlsHit(page);
  });
}

test('the rows of an import: each cell is on top at its centre, or the head is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: HEIGHT });
  await openGrid(page);
  await expectControlsHit(page);
  await page.setViewportSize({ width: 1024, height: HEIGHT });
  const grid = page.getByRole('grid', { name: 'Invalid rows' });
  for (const [left, top] of [
    [150, 20],
    [3_000, 50],
  ] as const) {
    await grid.evaluate((element, at) => element.scrollTo(...at), [left, top] as const);
    await scrollToMiddle(grid);
    expect(await page.evaluate(controlsNotHit)).toEqual([]);
  }
});

/** Expects all controls to be hit, at each width and scroll position. */
async function expectControlsHit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const top of await scrollPositions(page)) {
      await scrollPage(page, top);
      expect(await page.evaluate(controlsNotHit), `${width} px, scrolled to ${top}`).toEqual([]);
    }
  }
}

/** Presses the mouse's button at the centre of what is visible of an element, whatever is there. */
async function pressAt(page: Page, control: Locator): Promise<void> {
  const { x, y, width, height } = must(await control.boundingBox(), 'its box');
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Returns the visible state of the choice: the number of ticked rows and the address. */
async function state(page: Page) {
  const ticked = await page.locator('tbody input:checked').count();
  return { ticked, path: new URL(page.url()).pathname };
}

const LISTS = [
  { name: 'buildings', path: () => '/condos', rows: COUNT + 1 },
  { name: "a building's apartments", path: () => `/condos/${condo}`, rows: COUNT },
];

for (const { name, path, rows } of LISTS) {
  test(`${name}: header, rows and bar do what is pressed, at three widths, wherever the page is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await open(page, path(), page.locator('tbody tr'));
    const header = page.locator('thead').first();
    const all = header.getByRole('checkbox', { name: 'Select all shown' });
    const bar = page.getByRole('region', { name: 'Selection' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await scrollPage(page, 0);
      const past = 20 + (await header.evaluate((head) => head.getBoundingClientRect().top));
      const inSight = Math.max(0, past - HEIGHT / 2);
      // On a phone the header scrolls away.
      const positions =
        width < 768 ? [inSight, past - 120, past - 100] : [inSight, past, past + 300];
      for (const top of positions) {
        await test.step(`${width} px, scrolled to ${top}`, async () => {
          await scrollPage(page, top);
          const sort = header.getByRole('button').first();
          const sorts = () => header.locator('[aria-sort]').evaluateAll(sortsOf);
          const before = await sorts();
          if (before.length > 0) {
            await pressAt(page, sort);
            await expect.poll(sorts).not.toEqual(before);
          }
          expect(await state(page)).toEqual({ ticked: 0, path: path() });
          await scrollPage(page, top);

          await pressAt(page, all);
          expect(await state(page)).toEqual({ ticked: rows, path: path() });
          await pressAt(page, all);
          expect(await state(page)).toEqual({ ticked: 0, path: path() });

          const box = page.locator('tbody input[type=checkbox]').nth(Math.min(rows - 1, 8));
          await scrollToMiddle(box);
          await pressAt(page, box);
          await expect(box).toBeChecked();
          expect(await state(page)).toEqual({ ticked: 1, path: path() });

          await pressAt(page, bar.getByRole('button', { name: 'Delete selected' }));
          const dialog = page.getByRole('dialog');
          await expect(dialog).toBeVisible();
          // Once it has come to rest.
          await dialog.getByRole('button', { name: 'Cancel' }).click();
          await expect(dialog).toBeHidden();
          expect(await state(page)).toEqual({ ticked: 1, path: path() });
          await pressAt(page, bar.getByRole('button', { name: 'Clear selection' }));
          await expect(bar).toBeHidden();
          expect(await state(page)).toEqual({ ticked: 0, path: path() });
        });
      }
    }
  });
}

const sortsOf = (cells: Element[]) => cells.map((cell) => cell.getAttribute('aria-sort'));

test('disabled actions of inactive people do nothing; those of active ones do theirs', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await open(page, '/users', page.locator('tbody tr'));
  const rowOf = (status: string) =>
    page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const index of [0, 2, 4]) {
      const row = rowOf('Inactive').nth(index);
      await scrollToMiddle(row);
      const names = width === 1440 ? ['View', 'Edit', 'Delete'] : ['Actions'];
      for (const name of names) {
        const action = row.getByRole('button', { name, exact: true });
        await expect(action).toBeDisabled();
        await pressAt(page, action);
        await page.mouse.click(...must(await action.evaluate(centreOf), 'its centre'), {
          button: 'middle',
        });
        expect(await state(page)).toEqual({ ticked: 0, path: '/users' });
      }
    }
  }
  expect(page.context().pages()).toHaveLength(1);
  // A press that was only late would have led elsewhere by now.
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  const edit = rowOf('Active').first().getByRole('link', { name: 'Edit' });
  await scrollToMiddle(edit);
  await pressAt(page, edit);
  await expect(page).toHaveURL(/\/users\/\d+\/edit$/);
});

function centreOf(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

test('menus of rows and of the user do what is pressed, above whatever is there', async ({
  page,
}) => {
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await open(page, '/condos', page.locator('tbody tr'));
    await page.locator('tbody input[type=checkbox]').first().click();
    await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
    const [, past = 0] = await scrollPositions(page);
    await scrollPage(page, past);
    await page.getByRole('banner').getByRole('button', { name: 'Welcome' }).click();
    await expect(page.getByRole('menu', { name: 'Welcome' })).toBeVisible();
    expect(await page.evaluate(controlsNotHit), `${width} px, the user's menu`).toEqual([]);
    await page.keyboard.press('Escape');
    const inSight = page.locator('tbody tr').nth(6);
    await scrollToMiddle(inSight);
    await pressAt(page, inSight.getByRole('button', { name: 'Actions' }));
    const menu = page.getByRole('menu', { name: 'Actions' });
    await expect(menu).toBeVisible();
    expect(await page.evaluate(controlsNotHit), `${width} px, a row's menu`).toEqual([]);
    await pressAt(page, menu.getByRole('menuitem', { name: 'View' }));
    await expect(page).toHaveURL(/\/condos\/\d+$/);
  }
});
