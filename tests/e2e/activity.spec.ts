import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { ownServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { signIn } from './support/screens';

// A server of its own: its history holds what this file does, and nothing else.
const server = ownServer();

test('what was done to a building is in Activity, in its own history and in the file', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server().url });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  await page.goto('/condos/create');
  await page.getByLabel('Building Name or First Line of the Address').fill('Seeblick');
  await page.getByLabel('Address', { exact: true }).fill('Seestrasse 1');
  await page.getByLabel('City/Town/Commune').fill('Zürich');
  await page.getByLabel('Canton', { exact: true }).fill('ZH');
  await page.getByLabel('Zip Code').fill('8002');
  await page.getByLabel('Country', { exact: true }).fill('Switzerland');
  await page.getByRole('button', { name: 'Create Building' }).click();
  await expect(page).toHaveURL(/\/condos\/?(\?|$|\d)/);

  await page.goto('/condos/1');
  await expect(page.getByRole('heading', { name: 'Seeblick' })).toBeVisible();
  const card = page.getByRole('button', { name: 'History' });
  await card.focus();
  await page.keyboard.press('Enter');
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByRole('table', { name: 'Created: Building Seeblick' })).toContainText(
    'Zürich',
  );

  // By keyboard from the header to the page.
  await page.getByRole('button', { name: `Welcome, ${ADMIN.email}` }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
  const list = page.getByRole('list', { name: 'Activity' });
  await expect(list.getByRole('listitem').first()).toContainText('created Building Seeblick');
  await expect(list.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(list).not.toContainText('signed in');
  await page.getByLabel('Sign-ins').check();
  await expect(page).toHaveURL(/sign_ins=yes/);
  await expect(list).toContainText(`${ADMIN.email} signed in`);
  await page.getByLabel('Kind').selectOption('Building');
  await expect(page).toHaveURL(/kind=condo/);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: 'Building Seeblick' }).waitFor();
  await list.getByText('What changed').click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list.getByRole('table')).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain(
    '"Building","Seeblick","Created","Canton","","ZH"',
  );
  await context.close();
});
