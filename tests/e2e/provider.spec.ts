import { expect, test, type Page } from '@playwright/test';
import { startOpenIdProvider, PROVIDER_CLIENT } from '../support/openid-provider';
import { freePort } from '../support/production-process';
import { findViolations } from './support/axe';
import { startOwnServer } from './support/own-server';
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
    await page.getByRole('button', { name: 'Link Example </script> AG' }).click();
    await signInThere(page, 'anna');
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
