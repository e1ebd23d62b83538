import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { ownServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { signIn } from './support/screens';
import { must } from '../support/must';

const ANNABEL = { email: 'annabel.mustermann@example.org', first: 'Annabel', last: 'Mustermann' };
const NAME = /annabel|mustermann/i;

// A server of its own: its folder is searched.
const server = ownServer();

test('who was erased is in no list, no history and no file', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server().url, acceptDownloads: true });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await createCondo(page);
  await invite(page);
  await accept(await context.newPage());

  await page.goto('/users?search=annabel');
  await page.getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('heading', { name: 'User Details' })).toBeVisible();
  const personPage = page.url();
  await expect(page.getByRole('button', { name: "Export this person's data" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toHaveCount(0);
  await page.goto('/users?search=annabel');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row').filter({ hasText: ANNABEL.email })).toContainText('Inactive');

  await page.goto(personPage);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: "Export this person's data" }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ profile: { email: ANNABEL.email, is_active: false } });

  // By keyboard, through the dialog and back.
  await page.getByRole('button', { name: 'Erase this person' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase this person' });
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Erase' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Person Erased' }).getByRole('button').press('Enter');
  await expect(page.getByText('This person was erased.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toHaveCount(0);

  await page.goto('/users?search=annabel');
  await expect(page.getByText('No users match', { exact: true })).toBeVisible();
  await page.goto('/activity?text=annabel');
  await expect(page.getByText('No entries match', { exact: true })).toBeVisible();
  await page.goto('/activity');
  const list = page.getByRole('list', { name: 'Activity' });
  await expect(list.getByRole('listitem').first()).toContainText('Erased');
  await expect(list).not.toContainText(NAME);
  expect(await filesWithName()).toEqual([]);
});

async function createCondo(page: Page): Promise<void> {
  await page.goto('/condos/create');
  await page.getByLabel('Building Name or First Line of the Address').fill('Seeblick');
  await page.getByLabel('Address', { exact: true }).fill('Seestrasse 1');
  await page.getByLabel('City/Town/Commune').fill('Zürich');
  await page.getByLabel('Canton', { exact: true }).fill('ZH');
  await page.getByLabel('Zip Code').fill('8002');
  await page.getByLabel('Country', { exact: true }).fill('Switzerland');
  await page.getByRole('button', { name: 'Create Building' }).click();
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
}

async function invite(page: Page): Promise<void> {
  await page.goto('/users/invite?condo_id=1');
  await expect(page.getByRole('heading', { name: 'Invite User' })).toBeVisible();
  await page.getByLabel('Email Address').fill(ANNABEL.email);
  await page.getByLabel('User Role').selectOption('building_manager');
  await expect(page.getByLabel('Building', { exact: true })).toHaveValue('Seeblick');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect.poll(filesWithName).toHaveLength(1);
}

async function accept(page: Page): Promise<void> {
  const [file] = await filesWithName();
  const mail = await readFile(join(server().dataDir, 'mail', must(file, 'mail')), 'utf8');
  // Quoted-printable breaks lines by "=" at their end and writes "=" as "=3D".
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  await page.goto(must(/http:\S+\/invitations\/accept\?token=[\w-]+/.exec(text)?.[0], 'link'));
  await page.getByLabel('First Name').fill(ANNABEL.first);
  await page.getByLabel('Last Name').fill(ANNABEL.last);
  await page.getByLabel('Password').fill('four words make one');
  await page.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(page.getByText('Invitation accepted.')).toBeVisible();
  await page.close();
}

/** The mails and images that name her: DATA_DIR without the database. */
async function filesWithName(): Promise<string[]> {
  const named: string[] = [];
  for (const folder of ['mail', 'media']) {
    const names = await readdir(join(server().dataDir, folder)).catch(() => []);
    for (const name of names) {
      if (NAME.test(await readFile(join(server().dataDir, folder, name), 'latin1')))
        named.push(name);
    }
  }
  return named;
}
