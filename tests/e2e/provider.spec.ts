import { expect, test, type Page } from '@playwright/test';
import { startOpenIdProvider, PROVIDER_CLIENT } from '../support/openid-provider';
import { freePort } from '../support/production-process';
import { findViolations } from './support/axe';
import { startOwnServer } from './support/own-server';
import { test as onServer } from './support/test';
import { ADMIN } from './support/panel-server';
import { logOut, signIn } from './support/screens';

/** Types a name at the provider and agrees. */
async function signInThere(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an account of the provider is linked, signs in, and leads to the page that was asked for', async ({
  browser,
}) => {
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const provider = await startOpenIdProvider(baseURL);
  const { end } = await startOwnServer(
    {
      PUBLIC_URL: baseURL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: PROVIDER_CLIENT.id,
      OIDC_CLIENT_SECRET: PROVIDER_CLIENT.secret,
      OIDC_NAME: 'Example </script> AG',
    },
    port,
  );
  try {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const start = page.getByRole('button', { name: 'Sign in with Example </script> AG' });
    await page.goto('/login');
    await expect(start).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await page.goto('/account');
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Link Example </script> AG' }).click();
    const there = await opened;
    const closed = there.waitForEvent('close');
    await signInThere(there, 'anna');
    await closed;
    await expect(page.getByText('Account linked', { exact: true })).toBeVisible();
    const row = page
      .getByRole('table', { name: 'Linked accounts' })
      .getByRole('row', { name: 'anna' });
    await expect(row).toContainText('Never');
    expect(page.url()).toBe(`${baseURL}/account`);
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
    await context.close();
  } finally {
    await end();
    await provider.close();
  }
});

/** Of the provider there may be this and nothing else: words that are in its script, its card and its calls. */
const OF_PROVIDER =
  /sign in with|auth\/provider|provider-(?:sign-in|round-trip|confirmation)|by-provider|dataset\.provider|identities/i;

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
