import { storeSession } from './support/stored-session';
import { ADMIN } from './support/server-process';
import { toast } from './support/screens';
import { expect, test } from './support/test';

test("a script's token calls the API until it is revoked, and is no session of the panel", async ({
  page,
  browser,
  panel,
}) => {
  await page.goto('/account');
  await expect(page.getByText('No API tokens yet.')).toBeVisible();
  await page.getByLabel('Name of the new token').fill('Nightly');
  await page.getByLabel('Name of the new token').press('Enter');
  await expect(page.getByRole('heading', { name: 'Your New Token' })).toBeFocused();
  const token = (await page.getByText(/^condoadmin_/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I Have Saved This Token' }).click();

  const headers = { authorization: `Bearer ${token}` };
  const list = () => fetch(`${panel.url}/api/admin/condos`, { headers });
  expect((await list()).status).toBe(200);
  const deleted = await fetch(`${panel.url}/api/admin/condos/1`, { method: 'DELETE', headers });
  expect(deleted.status).toBe(403);
  const context = await browser.newContext();
  const user = { id: 1, email: ADMIN.email, is_superuser: true };
  await storeSession(context, panel.url, { token, user });
  const other = await context.newPage();
  await other.goto('/condos');
  await other.waitForURL(/\/login\?redirect=%2Fcondos$/);
  await context.close();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'API token revoked')).toBeVisible();
  expect((await list()).status).toBe(401);
});
