import type { Browser, Page } from '@playwright/test';
import { expect, onlyMailTo, test } from './support/mail-test';
import { ADMIN } from './support/panel-server';
import { signIn, toast } from './support/screens';

const SECOND = { email: 'second@example.com', password: 'four words make one' };

async function freshPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

test('a second administrator by e-mail, withdrawn and out at once in an open tab', async ({
  page,
  browser,
  panel,
  smtp,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Welcome, ${ADMIN.email}` }).click();
  await page.getByRole('menuitem', { name: 'Administrators' }).click();
  const administrators = page.getByRole('table', { name: 'Administrators', exact: true });
  await expect(administrators.getByText('You', { exact: true })).toBeVisible();
  await page.getByLabel('Email Address').fill(SECOND.email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue('');
  const invited = page.getByRole('table', { name: 'Invited administrators' });
  await expect(invited.getByRole('cell', { name: SECOND.email })).toBeVisible();

  const link = /http:\S+\/invitations\/accept\?token=[\w-]+/.exec(
    await onlyMailTo(smtp, SECOND.email),
  )?.[0];
  const other = await freshPage(browser, panel.url);
  await other.goto(link ?? '');
  await expect(other.getByLabel('Email')).toHaveValue(SECOND.email);
  await expect(other.getByText('Super Admin')).toBeVisible();
  await expect(other.getByText('Building')).toHaveCount(0);
  await other.getByLabel('First Name').fill('Grace');
  await other.getByLabel('Last Name').fill('Hopper');
  await other.getByLabel('Password').fill(SECOND.password);
  await other.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(other.getByText('You are now an administrator.')).toBeVisible();
  await other.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(other, SECOND.email, SECOND.password);
  await expect(other.getByRole('button', { name: 'Welcome, Grace' })).toBeVisible();

  await page.reload();
  const row = administrators.getByRole('row').filter({ hasText: SECOND.email });
  await row.getByRole('button', { name: 'Withdraw Rights' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(SECOND.email);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(toast(page, 'Rights withdrawn')).toBeVisible();
  await expect(row).toHaveCount(0);

  await other.getByRole('link', { name: 'Users', exact: true }).click();
  await other.waitForURL(/\/login\?redirect=%2Fusers$/);
  await signIn(other, SECOND.email, SECOND.password);
  await expect(
    other.getByText('Access denied. Only super administrators can access the admin panel.'),
  ).toBeVisible();
});
