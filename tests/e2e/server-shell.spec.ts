import { holdRequests } from './support/screens';
import { expect, test } from './support/test';

// docs/behaviour/session.md: what the server sends of a page behind the session, before any code has arrived.

const SCREENS = [
  ['/dashboard', 'Dashboard', 'Loading...'],
  ['/condos', 'Building', 'Loading condos...'],
  ['/users', 'Users', 'Loading users...'],
  ['/pending-invitations', 'Pending Invitations', 'Loading invitations...'],
  ['/bulk-operations', 'Bulk Operations', null],
  ['/apartments', null, 'Loading apartments...'],
  ['/activity', null, 'Loading history...'],
] as const;

const CODE_AND_DATA = /\/assets\/.*\.js|\/_serverFn\//;

for (const [path, entry, text] of SCREENS) {
  test(`${path}: the heading, the entries and the loading text are there before the code`, async ({
    page,
  }) => {
    const release = await holdRequests(page, CODE_AND_DATA);
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(entries).toHaveCount(5);
    const current = page
      .getByRole('navigation')
      .getByRole('link')
      .and(page.locator('[aria-current]'));
    await expect(current).toHaveText(entry === null ? [] : [entry]);
    if (text !== null) await expect(page.getByText(text, { exact: true })).toBeVisible();
    const name = await heading.textContent();
    release();
    await expect(page.getByText('Welcome, ')).toBeVisible();
    await expect(heading).toHaveText(name ?? '');
  });
}

test('the focus stays on its entry when the panel takes the place of the shell', async ({
  page,
}) => {
  const release = await holdRequests(page, CODE_AND_DATA);
  await page.goto('/condos', { waitUntil: 'commit' });
  const users = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' });
  await users.focus();
  release();
  await expect(page.getByText('Welcome, ')).toBeVisible();
  await expect(users).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible();
});

test.describe('without a session', () => {
  test.use({ signedIn: false });

  test('nothing of the screen is shown, and its heading is never read out', async ({ page }) => {
    const release = await holdRequests(page, CODE_AND_DATA);
    await page.goto('/condos', { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Building' })).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
});
