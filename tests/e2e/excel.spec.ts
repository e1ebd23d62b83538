import { exportCsv } from './support/screens';
import { expect, test } from './support/test';

test('apartments, users and pending invitations have an export too', async ({ page }) => {
  for (const [path, heading, name] of [
    ['/apartments', 'Apartments Management', 'apartments'],
    ['/users', 'Users Management', 'users'],
    ['/pending-invitations', 'Pending Invitations', 'pending-invitations'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const file = await exportCsv(page);
    expect(file.name).toContain(name);
    expect(file.text).toMatch(/^\uFEFF?"?id"?;/);
  }
});
