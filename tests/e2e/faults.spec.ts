import { failedRequest } from './support/console-guard';
import { CHIEF, expect, test } from './support/external-test';
import {
  condoNames,
  condoRow,
  expectAfterRetries,
  openCondos,
  query,
  signIn,
  storedItem,
} from './support/screens';

// docs/behaviour.md, "Errors", with real faults of the API: it rejects, hangs up, answers garbage or is slow.

const ALL_FAILURES = failedRequest(400, 401, 403, 404, 409, 422, 429, 500, 502, 503);

test.beforeEach(({ browserGuard }) => browserGuard.expect(ALL_FAILURES));

const LIST_ERROR = 'Error loading condos: ';

test.describe('signing in', () => {
  test.use({ signedIn: false });

  test('busy while it takes', async ({ page, external }) => {
    const answer = external.hold('login');
    await page.goto('/login');
    await signIn(page, CHIEF.username, CHIEF.password);
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    answer();
    await page.waitForURL('/dashboard');
  });
});

test('the list: four calls for a fault that may pass, then the text', async ({
  page,
  external,
}) => {
  external.break('listCondos', { kind: 'html', status: 502 });
  await page.clock.install();
  await openCondos(page);
  await expect(page.getByText('Loading condos...')).toBeVisible();
  await expectAfterRetries(page, page.getByText(`${LIST_ERROR}Bad Gateway`));
  // A page of the test before this one may still have asked for something else.
  const lists = external.takeCalls().filter(({ name }) => name === 'listCondos');
  expect(lists).toHaveLength(4);
});

test('a 401 on the way ends the session, and signing in leads back to the same view', async ({
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
  external.heal();
  await signIn(page, CHIEF.username, CHIEF.password);
  await expect(condoNames(page)).toHaveText(['Étoile <b>du</b> Lac']);
  expect(query(page)).toEqual({ zip_code: '01201', sort_by: 'id', sort_order: 'desc' });
});

test('a 401 to a change ends the session too', async ({ page, external }) => {
  await openCondos(page);
  external.break('deleteCondo', { kind: 'status', status: 401, body: { detail: 'Expired' } });
  await condoRow(page, 'alpenblick').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/login/);
  expect(await storedItem(page, 'access_token')).toBeNull();
});
