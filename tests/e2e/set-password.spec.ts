import { expect, test } from '@playwright/test';
import { must } from '../support/must';
import { findViolations } from './support/axe';
import { createOwnDatabase } from './support/own-database';
import { ADMIN } from './support/panel-server';
import { signIn } from './support/screens';
import { ServerProcess, temporaryDataDir } from './support/server-process';

const PASSWORD = 'four words make one';

test('a weak ADMIN_PASSWORD is no start; without one the printed link leads to a sign-in, once', async ({
  page,
}) => {
  const { dataDir, remove } = await temporaryDataDir();
  const database = await createOwnDatabase();
  const start = (password: string) =>
    ServerProcess.start(dataDir, {
      ...(database && { DATABASE_URL: database.url }),
      ADMIN_PASSWORD: password,
    });
  const weak = await ServerProcess.spawn(dataDir, { ADMIN_PASSWORD: 'admin' });
  let server = weak;
  try {
    expect(await weak.ended).toBe(78);
    expect(weak.output).toContain('ADMIN_PASSWORD: Password must be at least 12 characters');

    server = await start('');
    const link = must(/http:\S+\/set-password\?token=[\w-]+/.exec(server.output), 'link')[0];
    expect(link).toContain(`${server.url}/`);
    await page.goto(link);
    await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('New Password').fill('password1234');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This password is too common.')).toBeVisible();
    await page.getByLabel('New Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password is set.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await signIn(page, ADMIN.email, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This link has already been used.');
    expect(server.output).not.toContain(PASSWORD);
    await server.kill();
    server = await start('admin');
    expect(server.output).not.toContain('/set-password');
    const warnings = server.logLines().filter(({ level }) => level === 40);
    expect(warnings).toMatchObject([{ msg: expect.stringMatching(/^ADMIN_PASSWORD is too weak/) }]);
  } finally {
    await server.kill();
    await database?.drop();
    await remove();
  }
});
