import { expect, test } from '../support/external-test';

test('another API gets the two calls of the wire contract and nothing else', async ({ page }) => {
  await page.goto('/bulk-operations');
  const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nOne\n') };
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).click();
  const preview = page.getByRole('region', { name: 'Preview of valid rows' });
  await expect(preview.getByText('One', { exact: true })).toBeVisible();
  await expect(page.getByText('name is missing')).toBeVisible();
  await expect(page.getByText('Recent imports')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Entries for Valid Rows' }).click();
  await expect(page.getByText('1 entry created.')).toBeVisible();
});
