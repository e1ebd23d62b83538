import { totpCode, totpStep } from '~/accounts/server/totp';
import { must } from '../support/must';
import { findViolations } from './support/axe';
import { logOut, signIn } from './support/screens';
import { ADMIN } from './support/server-process';
import { expect, testsOnOwnServer } from './support/test';

const test = testsOnOwnServer({ REQUIRE_SECOND_FACTOR: 'true' });
test.use({ signedIn: false });

/** The code of a secret, so many steps of 30 s from now; one step early is accepted. */
const codeOf = (secret: string, steps = 0) => totpCode(secret, totpStep(new Date()) + steps);

test('where everybody needs one, it is set up after signing in, before anything else', async ({
  page,
  panel,
  browserGuard,
}) => {
  browserGuard.expect(/the server responded with a status of 40[13]/);
  const setUp = page.getByRole('heading', { name: 'Set Up a Second Factor' });
  const code = page.getByLabel('Authentication code');
  const codesHeading = page.getByRole('heading', { name: 'Your Recovery Codes' });
  await page.goto('/login?redirect=/users');
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(setUp).toBeVisible();
  await page.getByRole('link', { name: 'Building' }).click();
  await expect(setUp).toBeVisible();

  // The secret is typed, as without a camera.
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = must(await page.locator('code').textContent(), 'key').replaceAll(' ', '');
  expect(await findViolations(page)).toEqual([]);
  await code.fill(codeOf(secret));
  await code.press('Enter');
  await expect(codesHeading).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  const list = page.getByRole('list', { name: 'Recovery codes' }).locator('li');
  const recoveryCodes = await list.allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole('button', { name: 'I Have Saved These Codes' }).click();
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();

  await logOut(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(code).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue(ADMIN.password);
  expect(await findViolations(page)).toEqual([]);
  await code.fill(codeOf(secret, 1));
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  // The sign-in is old: password and factor are asked for by keyboard alone, and what was asked for goes on.
  await panel.query("update sessions set authenticated_at = now() - interval '16 minutes'");
  await page.goto('/account');
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm It Is You' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Authentication code')).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type(must(recoveryCodes[1], 'code'));
  await page.keyboard.press('Enter');
  await expect(codesHeading).toBeVisible();
});
