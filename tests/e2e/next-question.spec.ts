import type { Page } from '@playwright/test';
import { must } from '../support/must';
import { failedRequest } from './support/console-guard';
import { condoNames, rowOf, undoButton } from './support/screens';
import { expect, test } from './support/test';

// What is asked next on each screen: taking back, going on from there, who lives where, what is left to do.

test.beforeEach(({ api }) => api.clear());

const nameLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

test('an Undo outlives other toasts and is next by Tab; the focus is on the row that took the place', async ({
  page,
  api,
}) => {
  for (const name of ['Alpenblick', 'Bellevue', 'Chalet']) await api.createCondo({ name });
  await page.clock.install();
  await page.goto('/condos');
  await rowOf(page, 'Bellevue').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('This action cannot be undone.');
  await confirmDelete(page);
  await expect(undoButton(page)).toBeVisible();
  await expect(nameLink(page, 'Chalet')).toBeFocused();
  // Other toasts of success are gone by then; this one has ten seconds (tests/ui/kit/toast.test.tsx).
  await page.clock.fastForward(4_000);
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(undoButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue', 'Chalet']);
  await page.keyboard.press('?');
  for (const key of ['Ctrl Z', 'F8']) await expect(page.getByRole('dialog')).toContainText(key);
});

test('after a deletion by the mouse the ring is on the next row; at 400 % the header scrolls away', async ({
  page,
  api,
}) => {
  for (const name of ['Alpenblick', 'Bellevue', 'Chalet']) await api.createCondo({ name });
  await page.goto('/condos');
  await rowOf(page, 'Bellevue').getByRole('button', { name: 'Delete' }).click();
  await confirmDelete(page);
  await expect(nameLink(page, 'Chalet')).toBeFocused();
  await expect(nameLink(page, 'Chalet')).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await page.setViewportSize({ width: 320, height: 225 });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
});

test('after a deletion of several `j` goes on from the row that took their place; they have one Undo, as an apartment has', async ({
  page,
  api,
}) => {
  const names = ['Alpenblick', 'Bellevue', 'Chalet', 'Dorfhaus', 'Engelhof'];
  for (const name of names) await api.createCondo({ name });
  const condo_id = must((await api.condos())[0], 'a building').id;
  await api.createApartment({ condo_id, apartment_number: '301' });
  await page.goto('/condos');
  for (const name of ['Bellevue', 'Chalet'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
  await confirmDelete(page);
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Dorfhaus', 'Engelhof']);
  await expect(nameLink(page, 'Dorfhaus')).toBeFocused();
  await page.keyboard.press('j');
  await expect(nameLink(page, 'Engelhof')).toBeFocused();
  await expect(undoButton(page)).toHaveCount(1);
  await undoButton(page).click();
  await expect(condoNames(page)).toHaveText(names);

  await page.goto(`/condos/${condo_id}`);
  const unit = page.getByRole('row').filter({ hasText: '301' });
  await unit.getByRole('button', { name: 'Delete' }).click();
  await confirmDelete(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(unit).toHaveCount(0);
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(unit).toBeVisible();
});

test('the typed e-mail goes along to Forgot Password; an unknown address is said in the shell', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(404));
  await page.goto('/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bulk Operations' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email').fill('anna@example.com');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.com');
});

test('screens say it in plain words', async ({ page, api }) => {
  const condo = await api.createCondo({ name: 'Alpenblick' });
  for (const name of ['anna', 'beat']) await api.invite(`${name}@example.com`, condo);
  for (const [path, ...sentences] of [
    [
      '/account',
      'Only your password protects this account. Add an authenticator app to be asked for a code as well.',
      'You will be signed out on your other devices.',
      'Applies to this browser.',
    ],
    [
      '/administrators',
      'We e-mail a link that makes this person an administrator. It expires in seven days.',
      'For unknown addresses',
    ],
    ['/forgot-password', 'We e-mail you a link to set a new password.'],
    ['/pending-invitations', 'Any status'],
  ] as const) {
    await page.goto(path);
    for (const sentence of sentences)
      await expect(page.getByText(sentence), path).not.toHaveCount(0);
  }
  await expect(page.getByText('2 invitations', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Exports all 2 invitations, filtered and sorted as shown.',
  );
});
