import { expect, test, type Page } from '@playwright/test';
import { totpCode, totpStep } from '~/api/auth/totp';
import { must } from '../support/must';
import { findViolations } from './support/axe';
import { makeSignInsOld } from './support/old-sign-ins';
import { startOwnServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { logOut, signIn } from './support/screens';

/** The code of a secret, so many steps of 30 s from now; one step early is accepted. */
const codeOf = (secret: string, steps = 0) => totpCode(secret, totpStep(new Date()) + steps);

/** Sets up an app on the card; the secret is typed, as without a camera. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = must(await page.locator('code').textContent(), 'key');
  const secret = key.replaceAll(' ', '');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Authentication code').fill(codeOf(secret));
  await page.getByLabel('Authentication code').press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Recovery Codes' })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .locator('li')
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I Have Saved These Codes' }).click();
  return { secret, codes };
}

/** Signs in up to the question for the code. */
async function signInToCode(page: Page) {
  await signIn(page, ADMIN.email, ADMIN.password);
  const code = page.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue(ADMIN.password);
  return code;
}

test('where everybody needs one, it is set up after signing in, before anything else', async ({
  browser,
}) => {
  const { server, databaseUrl, end } = await startOwnServer({ REQUIRE_SECOND_FACTOR: 'true' });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login?redirect=/users');
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(page.getByRole('heading', { name: 'Set Up a Second Factor' })).toBeVisible();
    await page.getByRole('link', { name: 'Building' }).click();
    await expect(page.getByRole('heading', { name: 'Set Up a Second Factor' })).toBeVisible();
    const { secret, codes } = await setUpApp(page);
    await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();

    await logOut(page);
    const code = await signInToCode(page);
    expect(await findViolations(page)).toEqual([]);
    await code.fill(codeOf(secret, 1));
    await code.press('Enter');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

    // The sign-in is old: password and factor are asked for by keyboard alone, and what was asked for goes on.
    await makeSignInsOld(databaseUrl());
    await page.goto('/account');
    await page.getByRole('button', { name: 'New Recovery Codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm It Is You' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Authentication code')).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type(must(codes[1], 'code'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your Recovery Codes' })).toBeVisible();
    await context.close();
  } finally {
    await end();
  }
});
