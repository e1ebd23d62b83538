import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readCsv } from '../support/exported-files';
import { expect, test } from './support/test';

/** Exports the list on the screen as CSV, by keyboard, and resolves to the file. */
async function exportList(page: Page): Promise<Download> {
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'CSV' }).focus();
  await page.keyboard.press('Space');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  const file = await download;
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  return file;
}

test('apartments, users and pending invitations have an export too', async ({ page }) => {
  for (const [path, heading, name] of [
    ['/apartments', 'Apartments Management', 'apartments'],
    ['/users', 'Users Management', 'users'],
    ['/pending-invitations', 'Pending Invitations', 'pending-invitations'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const file = await exportList(page);
    expect(file.suggestedFilename()).toContain(name);
    const [headings] = readCsv(await readFile(await file.path()), ';');
    expect(headings?.[0]).toBe('id');
  }
});
