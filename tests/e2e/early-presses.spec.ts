import type { Locator, Page } from '@playwright/test';
import { holdRequests } from './support/screens';
import { ADMIN } from './support/server-process';
import { expect, test } from './support/test';

// A press on a page from the server takes effect without a script, or as soon as the script has run
// (docs/behaviour/shell.md).

const CODE = /\/assets\/.*\.js/;

/** Opens a page whose code is held back; the function lets it come. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const release = await holdRequests(page, CODE);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('main, nav').first()).toBeAttached();
  return release;
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

test.describe('signed out', () => {
  test.use({ signedIn: false });

  for (const presses of [1, 2]) {
    test(`a language that was pressed ${presses} times before the code is there comes with it`, async ({
      page,
    }) => {
      const release = await openWithoutCode(page, '/login');
      await page.getByLabel('Email').fill('ada@example.com');
      for (let press = 0; press < presses; press += 1) await button(page, 'Deutsch').click();
      release();
      await expect(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible();
      await expect(page.getByLabel('E-Mail')).toHaveValue('ada@example.com');
    });
  }

  test('presses are made up for in their order, each once', async ({ page }) => {
    const release = await openWithoutCode(page, '/login');
    for (const name of ['Deutsch', 'Show', 'Show', 'Show', 'Français'])
      await button(page, name).click();
    release();
    await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
    await expect(page.locator('[name=password]')).toHaveAttribute('type', 'text');
    await button(page, 'Deutsch').click();
    await expect(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible();
  });

  for (const [how, press] of [
    ['Login', (page: Page) => button(page, 'Login').click()],
    ['Enter', (page: Page) => page.getByLabel('Password').press('Enter')],
  ] as const) {
    test(`a sign-in by ${how} before the code is there goes on with it, once`, async ({ page }) => {
      const release = await openWithoutCode(page, '/login');
      await page.getByLabel('Email').fill(ADMIN.email);
      await page.getByLabel('Password').fill(ADMIN.password);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes(ADMIN.password)) sent.push(request.url());
      });
      await press(page);
      await press(page);
      release();
      await expect(page.getByText('Welcome, ')).toBeVisible();
      expect(sent).toHaveLength(1);
    });
  }

  test('a forgotten password: what was typed and sent early is sent', async ({ page }) => {
    const release = await openWithoutCode(page, '/forgot-password');
    await page.getByLabel('Email').pressSequentially('nobody@example.com');
    await page.getByRole('button', { name: 'Send Link' }).click();
    const sent = page.waitForRequest((request) =>
      String(request.postData()).includes('nobody@example.com'),
    );
    release();
    await sent;
    await expect(page.getByText('If this address has an account')).toBeVisible();
  });

  test('links lead on without the code', async ({ page }) => {
    await openWithoutCode(page, '/forgot-password');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL('/login');
  });

  for (const path of ['/login', '/forgot-password', '/set-password', '/invitations/accept']) {
    test(`${path}: each control of the server's page is a link, a field, or pressed later`, async ({
      page,
    }) => {
      const release = await openWithoutCode(page, path);
      await expectAllPressed(page, release);
    });
  }
});

for (const path of ['/condos', '/users', '/dashboard', '/bulk-operations']) {
  test(`${path}: each button of the shell is pressed again in the panel`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const release = await openWithoutCode(page, path);
    const theme = page.getByRole('button', { name: 'Color theme: system' });
    await theme.click();
    await theme.click();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectButtonsNamed(page.locator('button:enabled'));
    release();
    const entries = page.getByRole('dialog').getByRole('link');
    await expect(entries.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Color theme: light' })).toBeVisible();
  });
}

/** The panel is another document's element: a button of the shell is found again by its id. */
async function expectButtonsNamed(buttons: Locator): Promise<void> {
  const ids = await buttons.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).not.toContain('');
}

/**
 * Presses all buttons of the page before its code is there, then expects each press again once it is.
 * Every other control must be a link or a field.
 */
async function expectAllPressed(page: Page, release: () => void): Promise<void> {
  const others = page.locator(
    '[onclick], [role=button], [role=checkbox], summary, select, a:not([href]), button:disabled',
  );
  await expect(others).toHaveCount(0);
  const presses = await page.evaluate(() => {
    const heard: number[] = [];
    const buttons = [...document.querySelectorAll('button')];
    Object.assign(window, { heard });
    for (const [index, each] of buttons.entries())
      each.addEventListener('click', () => heard.push(index));
    for (const each of buttons) each.click();
    return { pressed: [...buttons.keys()], heard: [...heard] };
  });
  // Nothing hears them yet.
  expect(presses.heard).toEqual([]);
  release();
  await expect
    .poll(() => page.evaluate(() => Object.entries(window).find(([key]) => key === 'heard')?.[1]))
    .toEqual(presses.pressed);
}
