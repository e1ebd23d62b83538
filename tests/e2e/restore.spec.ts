import { expect, test, type Locator, type Page } from '@playwright/test';
import { AdminApi } from './support/admin-api';
import { imageFile } from './support/images';
import { ownServer } from './support/own-server';
import { ADMIN } from './support/panel-server';
import { condoRow, openCondos, signIn } from './support/screens';

// A server of its own: its history holds what this file does, and nothing else.
const server = ownServer();

/** A building with an image and an apartment. */
async function createSeeblick() {
  const api = await AdminApi.signIn(server().url);
  const id = await api.createCondo({ name: 'Seeblick' });
  const apartmentId = await api.createApartment({ condo_id: id, apartment_number: '12' });
  const form = new FormData();
  const { buffer, name } = await imageFile('lake.png');
  form.set('image', new File([new Uint8Array(buffer)], name));
  const response = await fetch(`${server().url}/api/admin/condos/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${api.session.token}` },
    body: form,
  });
  expect(response.status).toBe(200);
  return { id, apartmentId };
}

async function confirmDeletion(page: Page): Promise<void> {
  await condoRow(page, 'Seeblick').getByRole('button', { name: 'Delete' }).click();
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

async function restoreIn(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a building is deleted, undone, deleted and restored with its image, an apartment in its own history', async ({
  browser,
}) => {
  const { id, apartmentId } = await createSeeblick();
  const api = await AdminApi.signIn(server().url);
  const headers = { authorization: `Bearer ${api.session.token}` };
  const context = await browser.newContext({ baseURL: server().url });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  // The toast's two seconds stand still, however slow the machine is; so does the list, which is read again by a timer.
  await openCondos(page);
  await expect(condoRow(page, 'Seeblick')).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await confirmDeletion(page);
  const undo = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const status = async () =>
    (await fetch(`${server().url}/api/admin/condos/${id}`, { headers })).status;
  expect(await status()).toBe(404);
  await undo.click();
  await page.clock.resume();
  await expect.poll(status).toBe(200);
  await expect(condoRow(page, 'Seeblick')).toBeVisible();
  await expectWhole(page, id);

  await openCondos(page);
  await confirmDeletion(page);
  await expect(condoRow(page, 'Seeblick')).toBeHidden();
  await page.goto('/activity');
  const list = page.getByRole('list', { name: 'Activity' });
  const deleted = list.getByRole('listitem').first();
  await deleted.getByRole('button', { name: 'Restore Building Seeblick' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Restore' });
  await expect(dialog).toContainText('Building Seeblick');
  await restoreIn(dialog);
  await expect(list.getByRole('listitem').first()).toContainText('restored Building Seeblick');
  await expect(list.getByRole('button', { name: 'Restore Building Seeblick' })).toHaveCount(0);
  await expectWhole(page, id);

  const history = page.getByRole('list', { name: 'History' });
  // What belongs to the building is restored there too.
  await fetch(`${server().url}/api/admin/apartments/${apartmentId}`, { method: 'DELETE', headers });
  await page.reload();
  await page.getByRole('button', { name: 'History' }).click();
  await history.getByRole('button', { name: 'Restore Apartment 12, Seeblick' }).first().click();
  await restoreIn(page.getByRole('dialog', { name: 'Restore' }));
  await expect(history.getByRole('listitem').first()).toContainText('restored Apartment 12');
  await context.close();
});
