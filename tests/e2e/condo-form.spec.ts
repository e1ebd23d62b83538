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

test('a page of a network in place of the answer is no success, and the form stays', async ({
  page,
  api,
}) => {
  await page.goto('/condos/create');
  const values = {
    'Building Name or First Line of the Address': 'Seeblick',
    Address: 'Seestrasse 7',
    'City/Town/Commune': 'Zürich',
    Canton: 'ZH',
    'Zip Code': '8002',
    Country: 'Switzerland',
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  const signInPage = { contentType: 'application/json', body: '<!doctype html><h1>Wi-Fi</h1>' };
  await page.route('**/_serverFn/**', (route, request) =>
    request.method() === 'POST' ? route.fulfill(signInPage) : route.continue(),
  );
  const create = page.getByRole('button', { name: 'Create Building' });
  await create.click();
  const failure = 'Failed to create condo: The server sent a response that could not be read';
  // The toast, and what a screen reader hears of it.
  await expect(page.getByText(failure).first()).toBeVisible();
  await expect(field(page, 'Zip Code')).toHaveValue('8002');
  expect(await api.condos()).toEqual([]);
  await page.unroute('**/_serverFn/**');
  await create.click();
  await expect(page.getByRole('link', { name: 'Seeblick' })).toBeVisible();
});
