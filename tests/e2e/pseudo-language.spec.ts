import { failedRequest } from './support/console-guard';
import {
  expectPseudo,
  expectRoom,
  PANEL_SCREENS,
  pseudo,
  usePseudoLanguage,
} from './support/pseudo-language';
import { expect, testsOnOwnServer } from './support/test';

/** These tests have their own server, because the history that other tests leave is English. */
const test = testsOnOwnServer();

const PHONE = { width: 390, height: 844 };
const LARGE = { width: 1440, height: 900 };

let condoId = 0;

test.beforeEach(async ({ api, context, baseURL }) => {
  await api.clear();
  condoId = await api.createCondo({ name: 'Θέα', address: 'Οδός 7', city: 'Πόλη' });
  await api.createApartment({ condo_id: condoId, apartment_number: '7', notes: 'Ναι' });
  await api.invite('guest@example.com', condoId);
  await usePseudoLanguage(context, baseURL ?? '');
});

test('every text of the screens has passed through a catalogue, and there is room for it', async ({
  page,
  browserGuard,
}) => {
  // Some forty screens in one test.
  test.setTimeout(600_000);
  browserGuard.expect(failedRequest(404));
  for (const path of [...PANEL_SCREENS, '/condos/4711', `/condos/${condoId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectPseudo(page, path);
    const filters = await page.getByRole('search').count();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(pseudo('Printed'))).toHaveCount(filters);
    await expectPseudo(page, `${path} on paper`);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(PHONE);
    await expectRoom(page, `${path} at ${PHONE.width} px`);
    await page.setViewportSize(LARGE);
  }
});

test('forms, dialogs, menus and toasts have, too', async ({ page }) => {
  const press = (name: string) =>
    page
      .getByRole('button', { name: pseudo(name), exact: true })
      .first()
      .click();
  await page.goto('/condos/create');
  await press('Create Building');
  await expect(page.getByText(pseudo('{0} is required').slice(4, 12)).first()).toBeVisible();
  await expectPseudo(page, 'the form with errors');
  await page.goto('/condos');
  await expect(page.getByRole('link', { name: 'Θέα' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectPseudo(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('building');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectPseudo(page, 'the palette');
  await page.keyboard.press('Escape');
  await press('Export');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectPseudo(page, 'the export');
  await page.keyboard.press('Escape');
  await press('Actions');
  await page.getByRole('menuitem', { name: pseudo('Delete') }).click();
  const dialog = page.getByRole('dialog');
  await expectPseudo(page, 'the question');
  await dialog.getByRole('button', { name: pseudo('Delete') }).click();
  await expect(page.getByText(pseudo('Building deleted'), { exact: true })).toBeVisible();
  await expectPseudo(page, 'the toast and the empty list');
});
