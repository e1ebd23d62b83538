import { findViolations } from './support/axe';
import { failedRequest } from './support/console-guard';
import { expect, onlyMailTo, test as mailTest } from './support/mail-test';
import { ADMIN } from './support/panel-server';
import { signIn } from './support/screens';

/** A worker fixture of its own means a server of its own: this test leaves the administrator with another password. */
const test = mailTest.extend<object, { ownServer: null }>({
  ownServer: [async ({}, use) => use(null), { scope: 'worker' }],
});

const PASSWORD = 'four words make one';

test.use({ signedIn: false });

test('a forgotten password: the link on the card, a mail, a new password, and the old sessions end', async ({
  page,
  browser,
  panel,
  smtp,
  browserGuard,
}) => {
  // The link, opened once more.
  browserGuard.expect(failedRequest(410));
  const elsewhere = await browser.newContext({ baseURL: panel.url });
  const open = await elsewhere.newPage();
  await open.goto('/login');
  await signIn(open, ADMIN.email, ADMIN.password);
  await expect(open.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  // The typed address goes along, and is not in the URL.
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email);
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('status')).toContainText('If this address has an account');

  const text = await onlyMailTo(smtp, ADMIN.email);
  const link = /http:\S+\/set-password\?token=[\w-]+/.exec(text)?.[0] ?? '';
  expect(link).toContain(panel.url);
  await page.goto(link);
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, ADMIN.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link has already been used.');

  await open.getByRole('link', { name: 'Users', exact: true }).click();
  await open.waitForURL(/\/login\?redirect=%2Fusers$/);
});
