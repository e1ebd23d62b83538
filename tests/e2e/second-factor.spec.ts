import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import pg from 'pg';
import { totpCode, totpStep } from '~/api/auth/totp';
import { must } from '../support/must';
import { plainEnvironment, ROOT } from '../support/production-process';
import { findViolations } from './support/axe';
import { startOwnServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { logOut, signIn } from './support/screens';
import { ServerProcess, temporaryDataDir } from './support/server-process';

/** A server of its own, on its embedded database: the factors of its only administrator change. */
async function withServer(work: (server: ServerProcess) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await temporaryDataDir();
  const server = await ServerProcess.start(dataDir);
  try {
    await work(server);
  } finally {
    await server.kill();
    await remove();
  }
}

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

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' });

async function makeSignInOld(server: ServerProcess) {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  await client.connect();
  try {
    await client.query("update sessions set authenticated_at = now() - interval '16 minutes'");
  } finally {
    await client.end();
  }
}

test('an authenticator app, its recovery codes, the password again, and the command for who lost both', async ({
  browser,
}) => {
  await withServer(async (server) => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(dashboard(page)).toBeVisible();
    await page.goto('/account');
    const { secret, codes } = await setUpApp(page);
    await expect(page.getByText('10 left')).toBeVisible();

    // A computed code, after a wrong one.
    await logOut(page);
    const code = await signInToCode(page);
    expect(await findViolations(page)).toEqual([]);
    await code.fill('000000');
    await code.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This code is not valid');
    await code.fill(codeOf(secret, 1));
    await code.press('Enter');
    await expect(dashboard(page)).toBeVisible();

    // A recovery code in the same field.
    await logOut(page);
    const again = await signInToCode(page);
    await again.fill(must(codes[0], 'code').toUpperCase());
    await again.press('Enter');
    await expect(dashboard(page)).toBeVisible();
    await page.goto('/account');
    await expect(page.getByText('9 left')).toBeVisible();

    // The sign-in is old: the password is asked for, and what was asked for goes on.
    await makeSignInOld(server);
    await page.getByRole('button', { name: 'New Recovery Codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm It Is You' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This is not your current password')).toBeVisible();
    await dialog.getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    // The password alone is not enough: the factor is asked for, by keyboard alone.
    const codeAgain = dialog.getByLabel('Authentication code');
    await expect(codeAgain).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This code is not valid')).toBeVisible();
    await codeAgain.fill(must(codes[1], 'code'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your Recovery Codes' })).toBeVisible();
    await expect(dialog).toBeHidden();

    // Lost: the command of the build, while the server runs.
    const file = join(ROOT, '.output/server/tools/admin.mjs');
    const env = { ...plainEnvironment(), DATA_DIR: server.dataDir };
    const run = promisify(execFile)(process.execPath, [file, 'remove-factor', ADMIN.email], {
      env,
    });
    expect((await run).stdout).toContain('the password alone signs in');
    await logOut(page);
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(dashboard(page)).toBeVisible();
    await context.close();
  });
});

test('where everybody needs one, it is set up after signing in, before anything else', async ({
  browser,
}) => {
  const { server, end } = await startOwnServer({ REQUIRE_SECOND_FACTOR: 'true' });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login?redirect=/users');
    await signIn(page, ADMIN.email, ADMIN.password);
    await expect(page.getByRole('heading', { name: 'Set Up a Second Factor' })).toBeVisible();
    await page.getByRole('link', { name: 'Building' }).click();
    await expect(page.getByRole('heading', { name: 'Set Up a Second Factor' })).toBeVisible();
    await setUpApp(page);
    await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
    await context.close();
  } finally {
    await end();
  }
});
