import { expect, test, type Browser, type Page } from '@playwright/test';
import { ownServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { signIn, toast } from './support/screens';
import { storeSession } from './support/stored-session';

const NEW_PASSWORD = 'a much newer password';
let password: string = ADMIN.password;

// A server of its own: the password of its only administrator changes.
const server = ownServer();

/** A browser of its own that is signed in. */
async function signedInPage(browser: Browser, userAgent: string) {
  const context = await browser.newContext({ baseURL: server().url, userAgent });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, ADMIN.email, password);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  return page;
}

const sessions = (page: Page) =>
  page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row');

test('one account on three devices: name, sessions, password', async ({ browser }) => {
  const own = await signedInPage(browser, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
  const phone = await signedInPage(browser, 'Mozilla/5.0 (iPhone) CriOS/140.0 Safari/604.1');
  const laptop = await signedInPage(browser, 'Mozilla/5.0 (Macintosh) Version/26.0 Safari/605.1');

  // By keyboard from the header to the page.
  const menu = own.getByRole('button', { name: `Welcome, ${ADMIN.email}` });
  await menu.focus();
  await own.keyboard.press('Enter');
  await expect(own.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await own.keyboard.press('Enter');
  await expect(own.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();

  await own.getByLabel('First Name').fill('Ada');
  await own.getByLabel('First Name').press('Enter');
  await expect(toast(own, 'Name updated')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Welcome, Ada' })).toBeVisible();

  await expect(sessions(own)).toHaveCount(3);
  await expect(sessions(own).filter({ hasText: 'This session' })).toContainText(
    'Firefox on Windows',
  );
  await expect(sessions(own).first()).toContainText('127.0.0.1');
  await sessions(own)
    .filter({ hasText: 'Chrome on iPhone' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(toast(own, 'Signed out')).toBeVisible();
  await expect(sessions(own)).toHaveCount(2);
  // The open tab there is out at its next call.
  await phone.getByRole('link', { name: 'Users', exact: true }).click();
  await phone.waitForURL(/\/login\?redirect=%2Fusers$/);

  await own.getByLabel('Current Password').fill('not the password');
  await own.getByLabel('New Password').fill(NEW_PASSWORD);
  await own.getByRole('button', { name: 'Change Password' }).click();
  await expect(own.getByText('This is not your current password')).toBeVisible();
  await own.getByLabel('Current Password').fill(ADMIN.password);
  await own.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(own, 'Password changed')).toBeVisible();
  password = NEW_PASSWORD;
  await expect(sessions(own)).toHaveCount(1);
  await laptop.getByRole('link', { name: 'Users', exact: true }).click();
  await laptop.waitForURL(/\/login\?redirect=%2Fusers$/);
  await signIn(laptop, ADMIN.email, ADMIN.password);
  await expect(laptop.getByText('Invalid email or password')).toBeVisible();
  await signIn(laptop, ADMIN.email, NEW_PASSWORD);
  await expect(laptop.getByRole('heading', { name: 'Users Management' })).toBeVisible();

  await own.reload();
  await expect(sessions(own)).toHaveCount(2);
  await own.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(toast(own, 'All other sessions signed out')).toBeVisible();
  await expect(sessions(own)).toHaveCount(1);
  await laptop.getByRole('link', { name: 'Building', exact: true }).click();
  await laptop.waitForURL(/\/login\?redirect=/);
});

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
