import { must } from '../support/must';
import { ADMIN } from './support/server-process';
import { failedRequest } from './support/console-guard';
import { logOut, signIn, storedItem } from './support/screens';
import { expect, test } from './support/test';

test.describe('signing in', () => {
  test.use({ signedIn: false });

  test('the screen has the specified texts and leads to the dashboard', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(page.getByText('Enter your credentials to access the dashboard')).toBeVisible();
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.waitForURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    // This administrator has no first name.
    await expect(page.getByRole('banner')).toContainText(`Welcome, ${ADMIN.email}`);
    expect(await storedItem(page, 'access_token')).toMatch(/\S{20,}/);
    expect(JSON.parse(must(await storedItem(page, 'user'), 'stored user'))).toMatchObject({
      email: ADMIN.email,
      is_superuser: true,
      role: 'super_admin',
    });
  });

  test('a deep link survives signing in, filters and all', async ({ page }) => {
    const search = 'search=%3Cscript%3E&zip_code=01003&country=true&sort_by=id&sort_order=desc';
    await page.goto(`/condos?${search}`);
    await page.waitForURL(/\/login\?/);
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(page.getByLabel('Zip Code')).toHaveValue('01003');
    await expect(page.getByLabel('Country')).toHaveValue('true');
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('<script>');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(
      Object.fromEntries(new URLSearchParams(search)),
    );
  });

  test('signing in in one tab takes the other one to its page', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/condos?search=bern');
    await other.waitForURL(/\/login\?redirect=/);
    await other.waitForLoadState('networkidle');
    await page.goto('/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.waitForURL('/dashboard');
    await other.waitForURL(/\/condos\?search=bern$/);
  });
});

test('/ shows the dashboard at /; who is signed in does not see the login again', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await page.waitForURL('/dashboard');
});

test('Logout clears the session and leads to /login; Back does not bring it back', async ({
  page,
}) => {
  await page.goto('/condos');
  await logOut(page);
  await page.waitForURL('/login');
  expect(await storedItem(page, 'access_token')).toBeNull();
  expect(await storedItem(page, 'user')).toBeNull();
  await page.goBack();
  await page.waitForURL(/\/login/);
});

test('logging out in one tab logs the other one out', async ({ page, context }) => {
  await page.goto('/condos');
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await logOut(other);
  await page.waitForURL(/\/login/);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

for (const { title, stored, leadsTo } of [
  {
    title: 'a role that is not on the list goes to the dashboard',
    stored: JSON.stringify({ is_superuser: true, role: 'owner' }),
    leadsTo: /\/dashboard$/,
  },
  {
    title: 'a stored super user without a role is let in',
    stored: JSON.stringify({ is_superuser: true }),
    leadsTo: /\/condos\/create$/,
  },
  {
    title: 'a stored user that cannot be read is not a session',
    stored: '{broken',
    leadsTo: /\/login/,
  },
]) {
  test(title, async ({ page }) => {
    await page.addInitScript((user) => localStorage.setItem('user', user), stored);
    await page.goto('/condos/create');
    await page.waitForURL(leadsTo);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a stored token that has expired leads to /login, whichever page is opened with it', async ({
  page,
  api,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(401));
  await page.goto('/login');
  await page.waitForURL('/dashboard');
  for (const path of ['/condos?city=Bern', '/dashboard']) {
    await page.evaluate((user) => {
      localStorage.setItem('access_token', 'expired');
      localStorage.setItem('user', user);
    }, JSON.stringify(api.session.user));
    await page.goto(path);
    await page.waitForURL(/\/login/);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(await storedItem(page, 'access_token')).toBeNull();
  }
});
