import type { Page } from '@playwright/test';
import { must } from '../support/must';
import { imageFile } from './support/images';
import { condoRow, toast } from './support/screens';
import { expect, test } from './support/test';

const NAME = 'Building Name or First Line of the Address';
const REQUIRED = [NAME, 'Address', 'City/Town/Commune', 'Canton', 'Zip Code', 'Country'];

test.beforeEach(({ api }) => api.clear());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillRequired(page: Page, name: string): Promise<void> {
  for (const label of REQUIRED) await field(page, label).fill(label === NAME ? name : `${label} 1`);
}

test('on a wide screen the three upload areas are one row, as high as each other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/condos/create');
  await field(page, 'Building Image').setInputFiles(await imageFile('house.png'));
  await expect(page.getByAltText('Building Image preview')).toHaveJSProperty('complete', true);
  const areas = page.getByRole('presentation').filter({ has: page.locator('input[type=file]') });
  await expect(areas).toHaveCount(3);
  const boxes = await areas.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect()),
  );
  const [image, country, canton] = boxes;
  expect(country).toMatchObject({ y: image?.y, height: image?.height });
  expect(canton).toMatchObject({ y: image?.y, height: image?.height });
});

test('images: preview, upload, show, replace, remove', async ({ page, api, request }) => {
  await page.goto('/condos/create');
  await fillRequired(page, 'Chalet');
  await field(page, 'Building Image').setInputFiles(
    await imageFile('house.jpg', { format: 'jpeg' }),
  );
  await field(page, 'Canton Flag').setInputFiles(
    await imageFile('flag.webp', { width: 56, height: 56, format: 'webp' }),
  );
  await field(page, 'Country Flag').setInputFiles(
    await imageFile('country.png', { width: 56, height: 56 }),
  );
  for (const name of ['Building Image', 'Canton Flag', 'Country Flag']) {
    await expect(page.getByAltText(`${name} preview`)).toHaveJSProperty('complete', true);
  }
  await page.getByRole('button', { name: 'Create Building' }).click();
  await page.waitForURL('/condos');
  await expect(condoRow(page, 'Chalet').locator('img')).toBeVisible();
  const [created] = await api.condos();
  const before = String(created?.image_url);
  expect((await request.get(before)).headers()['x-content-type-options']).toBe('nosniff');

  await page.goto(`/condos/${created?.id}`);
  await expect(page.getByAltText('Image of Chalet')).toBeVisible();
  await page.getByRole('button', { name: 'Update Building Information' }).click();
  await field(page, 'Building Image').setInputFiles(
    await imageFile('other.png', { color: '#cc3366' }),
  );
  const removeFlag = page.getByRole('button', { name: 'Remove' }).nth(2);
  await removeFlag.click();
  await page.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(toast(page, 'Condo updated successfully!')).toBeVisible();
  const after = await api.condo(must(created, 'created building').id);
  expect(after.image_url).not.toBe(before);
  expect(after.flag_url).toBeNull();
  expect(after.country_flag_url).toBe(created?.country_flag_url);
  // The replaced file stays: the history can bring it back.
  expect((await request.get(before)).status()).toBe(200);
});
