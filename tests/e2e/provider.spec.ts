import { test as base, type Page } from '@playwright/test';
import { totpCode, totpStep } from '~/accounts/server/totp';
import { startOpenIdProvider, PROVIDER_CLIENT } from '../support/openid-provider';
import { must } from '../support/must';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp';
import { addAuthenticator } from './support/authenticator';
import { findViolations } from './support/axe';
import { expect, linkMailedTo } from './support/mail-test';
import { ALONE, withServer } from './support/own-server';
import { test as onServer } from './support/test';
import { logOut, signIn, toast } from './support/screens';
import { ADMIN, freePort, type ServerProcess, type Settings } from './support/server-process';

interface ProviderFixtures {
  settings: Settings;
  smtp: TestSmtpServer;
  /** A server with the sign-in of a provider, at which one person has the claim. */
  server: ServerProcess;
}

/** The provider's groups say who is an administrator. */
const BY_CLAIM: Settings = {
  OIDC_NAME: 'Example AG',
  OIDC_SCOPES: 'openid email groups',
  OIDC_ADMIN_CLAIM: 'groups:condo-admins',
};

const test = base.extend<ProviderFixtures>({
  settings: [BY_CLAIM, { option: true }],
  smtp: async ({}, use) => {
    const smtp = await startSmtpServer();
    await use(smtp);
    await smtp.close();
  },
  server: async ({ settings, smtp }, use) => {
    const port = await freePort();
    const groups = { bea: ['staff', 'condo-admins'] };
    const provider = await startOpenIdProvider(`http://localhost:${port}`, groups);
    const offer = {
      SMTP_URL: smtp.url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: PROVIDER_CLIENT.id,
      OIDC_CLIENT_SECRET: PROVIDER_CLIENT.secret,
      ...settings,
    };
    await withServer(offer, use, { ...ALONE, host: 'localhost', port });
    await provider.close();
  },
  baseURL: ({ server }, use) => use(server.url),
});

/** Types a name at the provider and agrees, which it asks for once. */
async function signInThere(page: Page, name: string, { agrees = true } = {}) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  if (agrees) await page.getByRole('button', { name: 'Continue' }).click();
}

/** Makes every session old enough that guarded changes ask for the password again. */
const makeSignInsOld = (server: ServerProcess) =>
  server.query("update sessions set authenticated_at = now() - interval '16 minutes'");

/** Texts that only the code of the provider's sign-in contains. */
const OF_PROVIDER = /sign in with|provider-otp|identities/i;

/** The document of /login. */
async function loginDocument(url: string): Promise<string> {
  return (await fetch(`${url}/login`, { headers: { accept: 'text/html' } })).text();
}

const filesOf = (document: string) => document.match(/\/assets\/[\w.-]+/g);

/**
 * The document of /login names a configured provider. It loads the same files as the same build without
 * a provider.
 */
async function expectSameFiles(withProvider: string): Promise<void> {
  const offering = await loginDocument(withProvider);
  expect(offering).toContain('data-provider="Example &lt;/script&gt; AG"');
  await withServer(
    {},
    async ({ url }) => {
      const plain = await loginDocument(url);
      expect(filesOf(offering)).toEqual(filesOf(plain));
      expect(plain).not.toContain('data-provider');
    },
    { ...ALONE, host: 'localhost' },
  );
}

test.describe('without a claim', () => {
  test.use({ settings: { OIDC_NAME: 'Example </script> AG' } });

  test('an account of the provider is linked, signs in, and leads to the page that was asked for', async ({
    page,
    context,
    server,
  }) => {
    await expectSameFiles(server.url);
    const start = page.getByRole('button', { name: 'Sign in with Example </script> AG' });
    await page.goto('/login');
    await expect(start).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await page.goto('/account');
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Link Example </script> AG' }).click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await signInThere(popup, 'anna');
    await closed;
    await expect(page.getByText('Account linked', { exact: true })).toBeVisible();
    const row = page
      .getByRole('table', { name: 'Linked accounts' })
      .getByRole('row', { name: 'anna' });
    await expect(row).toContainText('Never');
    expect(page.url()).toBe(`${server.url}/account`);
    await logOut(page);

    await page.goto('/condos?page=1&search=See');
    // The provider knows the browser still.
    await start.click();
    await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('search')).toBe('See');
    expect(page.url()).not.toContain('#');

    await page.goto('/account');
    await row.getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByText('No linked accounts yet.')).toBeVisible();
    await logOut(page);
    await page.goto('/login');
    await start.click();
    await expect(page.getByRole('alert')).toContainText('Nobody here has linked this account.');
    // Another browser's answer.
    await page.goto(`/login#provider=${'a'.repeat(43)}`);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('did not work. Please try again.');
  });
});

test('the claim lets in, the provider asks again for what waits, an invitation is accepted by it, and both log out', async ({
  browser,
  server,
  smtp,
}) => {
  /** The login page of a browser that the provider does not know. */
  const openLogin = async () => {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with Example AG' }).click();
    return page;
  };
  const page = await openLogin();
  await signInThere(page, 'bea');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  const denied = await openLogin();
  await signInThere(denied, 'carl');
  await expect(denied.getByRole('alert')).toContainText(
    'Access denied. Only super administrators can access the admin panel.',
  );
  await denied.context().close();

  await makeSignInsOld(server);
  await page.goto('/administrators');
  await page.getByLabel('Email').fill('dora@example.com');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm It Is You' });
  await expect(dialog.getByRole('button', { name: 'Sign in with Example AG' })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  expect(smtp.received).toEqual([]);
  const popup = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  // It knows this browser, and asks nevertheless.
  await signInThere(await popup, 'bea', { agrees: false });
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.context().close();

  const { href: link } = await linkMailedTo(smtp, 'dora@example.com');
  const guest = await (await browser.newContext({ baseURL: server.url })).newPage();
  await guest.goto(link);
  const opened = guest.context().waitForEvent('page');
  await guest.getByRole('button', { name: 'Accept with Example AG' }).click();
  await signInThere(await opened, 'dora');
  await expect(guest.getByText('Invitation accepted. You are now an administrator.')).toBeVisible();
  expect(await findViolations(guest)).toEqual([]);
  await guest.getByRole('link', { name: 'Go to Login' }).click();
  await guest.getByRole('button', { name: 'Sign in with Example AG' }).click();
  await expect(guest.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  await guest.goto('/account');
  await guest.getByRole('button', { name: 'Log out at Example AG too' }).press('Enter');
  await guest.getByRole('button', { name: 'Yes, sign me out' }).press('Enter');
  await expect(guest.getByText('Sign-out Success')).toBeVisible();
  // Both have forgotten the person.
  await guest.goto('/condos');
  await guest.getByRole('button', { name: 'Sign in with Example AG' }).press('Enter');
  await expect(guest.getByPlaceholder('Enter any login')).toBeVisible();
  await guest.context().close();
});

test('a second factor of ours follows the provider: a passkey, or a code of the app, to sign in and to confirm', async ({
  page,
  context,
  server,
}) => {
  const device = await addAuthenticator(page);
  const start = page.getByRole('button', { name: 'Sign in with Example AG' });
  const use = page.getByRole('button', { name: 'Use a Passkey' });
  const code = page.getByLabel('Authentication code');
  const dashboard = page.getByRole('heading', { name: 'Admin Dashboard' });
  await page.goto('/login');
  await start.click();
  await signInThere(page, 'bea');
  await expect(dashboard).toBeVisible();

  await page.goto('/account');
  const name = page.getByLabel('Name of the new passkey');
  await expect(name).toHaveValue(/^Chrome on /);
  // She has no password.
  await expect(page.getByText('Only your password protects this account.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeHidden();
  await name.press('Enter');
  await page.getByRole('button', { name: 'I Have Saved These Codes' }).click();
  const row = page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name: 'Chrome' });
  await expect(row).toContainText('Never');
  await logOut(page);

  // The provider knows the browser still.
  await page.goto('/condos?page=1&search=See');
  await start.click();
  await expect(code).toBeFocused();
  await expect(page.getByText('Use a passkey, or enter a recovery code.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await device.setVerified(false);
  await use.click();
  await expect(page.getByRole('alert')).toContainText('The passkey could not be used.');
  await device.setVerified(true);
  await use.press('Enter');
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('search')).toBe('See');

  await page.goto('/account');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Never');
  await makeSignInsOld(server);
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm It Is You' });
  await expect(dialog.getByRole('button', { name: 'Sign in with Example AG' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Use the password instead' })).toBeHidden();
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await signInThere(await opened, 'bea', { agrees: false });
  await expect(code).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use a Passkey' }).press('Enter');
  await expect(dialog).toBeHidden();

  // What waited goes on.
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const key = must(await page.locator('code').textContent(), 'key').replaceAll(' ', '');
  const codeOf = (steps: number) => totpCode(key, totpStep(new Date()) + steps);
  await code.fill(codeOf(0));
  await code.press('Enter');
  await expect(page.getByRole('button', { name: 'Set Up Another App' })).toBeVisible();
  await logOut(page);
  await page.goto('/login');
  await start.click();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is not valid');
  await code.fill(codeOf(1));
  await code.press('Enter');
  await expect(dashboard).toBeVisible();
});

onServer.use({ signedIn: false });
onServer('without a provider the first download of /login has nothing of it', async ({ page }) => {
  const bodies: Promise<[string, string]>[] = [];
  page.on('response', (response) => {
    // The shell is the next screen's: it comes when nobody does anything.
    const isShell = response.url().includes('/assets/shell-');
    if (!isShell && ['script', 'document'].includes(response.request().resourceType())) {
      bodies.push(response.text().then((text) => [response.url(), text]));
    }
  });
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  const loaded = await Promise.all(bodies);
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.flatMap(([url, text]) => (OF_PROVIDER.test(text) ? [url] : []))).toEqual([]);
});
