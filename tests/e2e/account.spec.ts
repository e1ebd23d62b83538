import { expect, test, type Browser } from '@playwright/test';
import { ownServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { signIn, toast } from './support/screens';
import { storeSession } from './support/stored-session';

// A server of its own: the tokens of its only administrator are counted.
const server = ownServer();

/** A browser of its own that is signed in. */
async function signedInPage(browser: Browser, userAgent: string) {
  const context = await browser.newContext({ baseURL: server().url, userAgent });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  return page;
}

test("a script's token calls the API until it is revoked, and is no session of the panel", async ({
  browser,
}) => {
  const page = await signedInPage(browser, 'Mozilla/5.0');
  await page.goto('/account');
  await page.getByLabel('Name of the new token').fill('Nightly');
  await page.getByLabel('Name of the new token').press('Enter');
  await expect(page.getByRole('heading', { name: 'Your New Token' })).toBeFocused();
  const token = (await page.getByText(/^condoadmin_/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I Have Saved This Token' }).click();

  const headers = { authorization: `Bearer ${token}` };
  const list = () => fetch(`${server().url}/api/admin/condos`, { headers });
  expect((await list()).status).toBe(200);
  const deleted = await fetch(`${server().url}/api/admin/condos/1`, { method: 'DELETE', headers });
  expect(deleted.status).toBe(403);
  const panel = await browser.newContext({ baseURL: server().url });
  await storeSession(panel, server().url, {
    token,
    user: { id: 1, email: ADMIN.email, is_superuser: true },
  });
  const other = await panel.newPage();
  await other.goto('/condos');
  await other.waitForURL(/\/login\?redirect=%2Fcondos$/);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'API token revoked')).toBeVisible();
  expect((await list()).status).toBe(401);
});
