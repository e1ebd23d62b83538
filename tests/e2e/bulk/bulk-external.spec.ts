import type { Page } from '@playwright/test';
import type { ExternalApi } from '../../support/external-api/external-api';
import { expect, test } from '../support/external-test';
import { exportCsv } from '../support/screens';

/** Reviews the export with one building changed, by keyboard. */
async function reviewFile(page: Page, content: string) {
  const file = { name: 'buildings.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.goto('/bulk-operations');
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).press('Enter');
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review.getByText('1 changed, 0 new, 0 in conflict, 2 unchanged')).toBeVisible();
  return review;
}

const addressOf = ({ data }: ExternalApi) => data.condos.find(({ id }) => id === 7)?.address;

test('an edited export comes back by PUT, and is undone, by keyboard', async ({
  page,
  external,
}) => {
  await page.goto('/condos');
  await expect(page.getByRole('cell', { name: 'alpenblick' })).toBeVisible();
  const { text } = await exportCsv(page);
  expect(text).toContain('"Seestrasse 12"');
  const review = await reviewFile(page, text.replace('"Seestrasse 12"', '"Seestrasse 14"'));
  await expect(review.getByRole('row', { name: /alpenblick/ })).toContainText(
    'Seestrasse 12 → Seestrasse 14',
  );
  await review.getByRole('checkbox', { name: 'Apply alpenblick' }).press('Space');
  await expect(review.getByRole('button', { name: 'Apply Changes' })).toBeDisabled();
  await review.getByRole('checkbox', { name: 'Apply alpenblick' }).press('Space');
  await review.getByRole('button', { name: 'Apply Changes' }).press('Enter');
  await expect(page.getByText('1 building changed.')).toBeVisible();
  expect(addressOf(external)).toBe('Seestrasse 14');
  await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
  await expect(page.getByText('1 entry restored.')).toBeVisible();
  expect(addressOf(external)).toBe('Seestrasse 12');
  const names = external.takeCalls().map(({ name }) => name);
  expect(names).not.toContain('bulkValidate');
});
