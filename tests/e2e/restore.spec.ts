import type { Page } from '@playwright/test';
import type { AdminApi } from './support/admin-api';
import { imageForm } from './support/images';
import { rowOf, confirmRestore, openCondos, undoButton } from './support/screens';
import { expect, testsOnOwnServer } from './support/test';

/** This file has its own server, so that the history holds only the changes of this file. */
const test = testsOnOwnServer();

/** A building with an image and an apartment. */
async function createSeeblick(api: AdminApi) {
  const id = await api.createCondo({ name: 'Seeblick' });
  const apartmentId = await api.createApartment({ condo_id: id, apartment_number: '12' });
  await api.send('PUT', `/condos/${id}`, await imageForm());
  return { id, apartmentId };
}

async function confirmDeletion(page: Page): Promise<void> {
  await rowOf(page, 'Seeblick').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Building' });
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
}

/** The building's page shows its image, which the store still has. */
async function expectWhole(page: Page, id: number): Promise<void> {
  await page.goto(`/condos/${id}`);
  await expect(page.getByRole('heading', { name: 'Seeblick' })).toBeVisible();
  const image = page.getByRole('main').locator('img[src*="/api/media/"]').first();
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByRole('cell', { name: '12', exact: true })).toBeVisible();
}

test('a building is deleted, undone, deleted and restored with its image, an apartment in its own history', async ({
  page,
  api,
}) => {
  const { id, apartmentId } = await createSeeblick(api);
  await page.clock.install();

  // The clock is paused, so that the toast's two seconds do not pass on a slow machine. The list stands
  // still too, since a timer reloads it.
  await openCondos(page);
  await expect(rowOf(page, 'Seeblick')).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await confirmDeletion(page);
  await expect(undoButton(page)).toBeVisible();
  expect(await api.condos()).toEqual([]);
  await undoButton(page).click();
  await page.clock.resume();
  await expect.poll(() => api.condos()).toMatchObject([{ id }]);
  await expect(rowOf(page, 'Seeblick')).toBeVisible();
  await expectWhole(page, id);

  await openCondos(page);
  await confirmDeletion(page);
  await expect(rowOf(page, 'Seeblick')).toBeHidden();
  await page.goto('/activity');
  const list = page.getByRole('list', { name: 'Activity' });
  const deleted = list.getByRole('listitem').first();
  await deleted.getByRole('button', { name: 'Restore Building Seeblick' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Restore' })).toContainText('Building Seeblick');
  await confirmRestore(page);
  await expect(list.getByRole('listitem').first()).toContainText('restored Building Seeblick');
  await expect(list.getByRole('button', { name: 'Restore Building Seeblick' })).toHaveCount(0);
  await expectWhole(page, id);

  const history = page.getByRole('list', { name: 'History' });
  // What belongs to the building is restored there too.
  await api.send('DELETE', `/apartments/${apartmentId}`);
  await page.reload();
  await page.getByRole('button', { name: 'History' }).click();
  await history.getByRole('button', { name: 'Restore Apartment 12, Seeblick' }).first().click();
  await confirmRestore(page);
  await expect(history.getByRole('listitem').first()).toContainText('restored Apartment 12');
});
