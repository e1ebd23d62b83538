import { failedRequest } from './support/console-guard';
import { CHIEF, expect, test } from './support/external-test';
import { condoNames, openCondos, query, signIn, storedItem } from './support/screens';

// docs/behaviour/session.md, "When a session ends": a session that ends on the way.

test.beforeEach(({ browserGuard }) => browserGuard.expect(failedRequest(401)));

test('a 401 on the way ends the session, which the login says; signing in leads back to the same view', async ({
  page,
  external,
}) => {
  await openCondos(page, '?zip_code=01201');
  await expect(condoNames(page)).toHaveCount(1);
  external.expireTokens();
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await page.waitForURL(/\/login\?redirect=/);
  expect(await storedItem(page, 'access_token')).toBeNull();
  expect(await storedItem(page, 'user')).toBeNull();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  external.heal();
  await page.getByLabel('Password').fill('typed');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
  await signIn(page, CHIEF.username, CHIEF.password);
  await expect(condoNames(page)).toHaveText(['Étoile <b>du</b> Lac']);
  expect(query(page)).toEqual({ zip_code: '01201', sort_by: 'id', sort_order: 'desc' });
});
