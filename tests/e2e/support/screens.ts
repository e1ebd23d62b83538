import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** Fills in the login form and presses Login. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/**
 * Presses Logout and waits for the login form. First waits for running calls: a 401 for one of them
 * would appear on the console.
 */
export async function logOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
}

export function storedItem(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The building list is on the screen with its rows. */
export async function openCondos(page: Page, search = ''): Promise<void> {
  await page.goto(`/condos${search}`);
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
}

/** The search of a list. */
export const search = (page: Page) => page.getByLabel('Search', { exact: true });

export const clearAll = (page: Page) => page.getByRole('button', { name: 'Clear All Filters' });

/** The longest delay before a retry of a query. */
const RETRY_DELAY_MS = 4_000;

/**
 * Expects this on the page once its retries are used up. Moves the page's clock forward instead of
 * waiting; the test must have installed the clock.
 */
export async function expectAfterRetries(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(RETRY_DELAY_MS);
    await expect(shown).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0], timeout: 60_000 });
}

/** The names in the building list, top to bottom. */
export function condoNames(page: Page): Locator {
  return page.getByRole('table', { name: 'Buildings' }).locator('tbody tr td:nth-child(2)');
}

/** The row of a record, by its name or number. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
}

/** A toast with exactly this text. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
}

/** Exports the list on the screen as CSV, by keyboard; `what` is one of the lists that it offers. */
export async function exportCsv(
  page: Page,
  what?: string,
): Promise<{ name: string; text: string }> {
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.press('Enter');
  const dialog = page.getByRole('dialog');
  if (what) await dialog.getByRole('radio', { name: what }).press('Space');
  await dialog.getByRole('radio', { name: 'CSV' }).press('Space');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).press('Enter');
  const file = await download;
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Expects nothing wider than the screen, or than `box` on it. */
export async function expectNoSidewaysScroll(
  page: Page,
  box = page.locator('html'),
): Promise<void> {
  const beyond = await box.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(beyond, `wider than its place at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** The Undo button in the toast after a deletion. */
export function undoButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
}

/** Restores what the dialog asks about. */
export async function confirmRestore(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Restore' });
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Invites somebody to an apartment; `building` is a part of its name. */
export async function inviteResident(page: Page, email: string, building: string, unit: string) {
  await page.goto('/users/invite');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('combobox', { name: 'Building' }).fill(building);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Apartment' }).click();
  await page.getByRole('option', { name: unit }).click();
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
}

/** Holds back what the page asks for by such an address, until the function is called. */
export async function holdRequests(page: Page, address: RegExp): Promise<() => void> {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await until;
    await route.continue();
  });
  return release;
}

/** The query of the address, as the server would read it. */
export function query(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}
