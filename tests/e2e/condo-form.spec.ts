import type { Page } from '@playwright/test';
import { imageFile } from './support/images';
import { expect, test } from './support/test';

test.beforeEach(({ api }) => api.clear());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

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
