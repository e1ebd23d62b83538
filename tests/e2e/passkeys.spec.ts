import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator';
import { expectNoViolations } from './support/axe';
import { failedRequest } from './support/console-guard';
import { logOut, signIn } from './support/screens';
import { ADMIN } from './support/server-process';
import { expect, testsOnOwnServer } from './support/test';

/** Browsers offer no passkeys at 127.0.0.1. */
const test = testsOnOwnServer({}, { host: 'localhost' });

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' });

test('a passkey is added, signs in, is rejected without its user, and is removed', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(401));
  const device = await addAuthenticator(page);
  // By the keyboard, as it stands on the page.
  await page.goto('/account');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  const name = page.getByLabel('Name of the new passkey');
  await expect(name).toHaveValue(/^Chrome on /);
  await name.fill('Work laptop');
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Recovery Codes' })).toBeFocused();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'I Have Saved These Codes' }).click();
  const row = page
    .getByRole('table', { name: 'Passkeys' })
    .getByRole('row', { name: 'Work laptop' });
  await expect(row).toContainText('Never');
  await expect(page.getByText('10 left')).toBeVisible();
  await expectNoViolations(page);

  // The same device again.
  await name.fill('Twice');
  await name.press('Enter');
  await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();

  await logOut(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(page.getByLabel('Authentication code')).toBeFocused();
  await expect(page.getByText('Use a passkey, or enter a recovery code.')).toBeVisible();
  await expectNoViolations(page);
  await device.setVerified(false);
  const use = page.getByRole('button', { name: 'Use a Passkey' });
  await use.click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await device.setVerified(true);
  await use.click();
  await expect(dashboard(page)).toBeVisible();

  await page.goto('/account');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Never');
  await row.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Passkey' });
  await expect(dialog).toContainText('Work laptop');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await logOut(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(dashboard(page)).toBeVisible();
});
