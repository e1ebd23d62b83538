import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeWorkbook, type Cells } from '../../support/sheet-files';
import { must } from '../../support/must';
import { expectNoViolations } from '../support/axe';
import { expect, test } from '../support/test';

type Format = 'csv' | 'xlsx' | 'xls';

/** A file as Excel in Switzerland saves it: semicolons and Windows-1252. */
function fileOf(format: Format, rows: Cells) {
  const name = `import.${format}`;
  if (format === 'csv') {
    const text = rows.map((row) => row.map((cell) => String(cell ?? '')).join(';')).join('\r\n');
    return { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
  }
  const buffer = writeWorkbook({ Blatt1: rows }, format === 'xlsx' ? 'xlsx' : 'biff8');
  return { name, mimeType: 'application/octet-stream', buffer };
}

async function validate(page: Page, type: string, file: ReturnType<typeof fileOf>) {
  await page.goto('/bulk-operations');
  await page.getByLabel('Upload Type').selectOption(type);
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByRole('heading', { name: 'Validation Results' })).toBeVisible();
}

async function create(page: Page, text: string) {
  const button = page.getByRole('button', { name: 'Create Entries for Valid Rows' });
  await button.click();
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(button).toHaveCount(0);
}

test('buildings as CSV, apartments as XLSX and invitations as XLS, from file to entries', async ({
  page,
  api,
}) => {
  await api.clear();
  await validate(
    page,
    'Condos',
    fileOf('csv', [
      ['Gebäude', 'Adresse', 'Ort', 'Kanton', 'PLZ', 'Land', 'Anzahl Wohnungen'],
      ['Zürich', 'Weg 1', 'Zürich', 'ZH', '08001', 'CH', 3],
    ]),
  );
  await create(page, '1 entry created.');
  const condo = must(
    (await api.condos()).find(({ name }) => name === 'Zürich'),
    'the building',
  );
  expect(condo).toMatchObject({ zip_code: '08001', number_of_units: 3 });

  await validate(
    page,
    'Apartments',
    fileOf('xlsx', [
      ['Bâtiment', 'Numéro', 'Pièces', 'Surface'],
      ['Zürich', '01', 3.5, '82,5'],
      ['Zürich', '02', 2, 40],
    ]),
  );
  await create(page, '2 entries created.');
  expect(await api.apartments(condo.id)).toMatchObject([
    { apartment_number: '01', bedrooms: 3.5, sqmt: 82.5 },
    { apartment_number: '02', bedrooms: 2, sqmt: 40 },
  ]);

  await validate(
    page,
    'User Invitations',
    fileOf('xls', [
      ['E-Mail', 'Rolle', 'Gebäude', 'Wohnung'],
      ['anna@example.com', 'Gärtnerin', 'Zürich', ''],
      ['beat@example.com', 'Verwalter', 'Zürich', ''],
    ]),
  );
  await expect(page.getByText(/Rolle "Gärtnerin"/)).toBeVisible();
  await create(page, '1 entry created.');
  await page.goto('/pending-invitations');
  await expect(page.getByRole('cell', { name: 'beat@example.com' })).toBeVisible();
});

test('a file that was changed after it was chosen says so', async ({
  page,
  browserGuard,
}, info) => {
  browserGuard.expect(/net::ERR_UPLOAD_FILE_CHANGED/);
  const path = info.outputPath('changed.csv');
  const text = 'name,address,city,state,zip_code,country\nSaved,A,B,C,1,D\n';
  await writeFile(path, text);
  await page.goto('/bulk-operations');
  await page.getByLabel('File').setInputFiles(path);
  await expect(page.getByText('changed.csv')).toBeVisible();
  await writeFile(path, `${text}Later,A,B,C,2,D\n`);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Validation failed: The file has been changed on disk since it was chosen. Please choose it again',
  );
  await page.getByLabel('File').setInputFiles(path);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByText('2 valid', { exact: true })).toBeVisible();
});

test('the first invalid column is in sight, its error in full; axe finds nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await validate(
    page,
    'Condos',
    fileOf('csv', [
      ['name', 'address', 'city', 'state', 'zip_code', 'country', 'date_built', 'number_of_units'],
      ['Far right', 'A', 'B', 'C', '1', 'D', '30.02.2020', 'some'],
      ['Valid', 'A', 'B', 'C', '1', 'D', '', ''],
    ]),
  );
  const grid = page.getByRole('grid', { name: 'Invalid rows' });
  await grid.scrollIntoViewIfNeeded();
  const error = grid.getByRole('gridcell', { name: /^date_built "30\.02\.2020"/ });
  await expect(error).toBeInViewport({ ratio: 1 });
  expect(await error.evaluate((cell) => cell.scrollHeight - cell.clientHeight)).toBe(0);
  await expect(grid.getByRole('gridcell', { name: '30.02.2020', exact: true })).toBeInViewport();
  // The last column comes into sight with the cursor.
  await grid.getByRole('gridcell', { name: '30.02.2020', exact: true }).click();
  await page.keyboard.press('End');
  await expect(grid.getByRole('gridcell', { name: 'some', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(grid.getByRole('gridcell', { name: 'some', exact: true })).toBeFocused();
  await expectNoViolations(page);
});

test("among many invalid rows every key keeps the cursor's cell in sight", async ({ page }) => {
  const head = ['name', 'address', 'city', 'state', 'zip_code', 'country', 'number_of_units'];
  const rows = Array.from({ length: 150 }, (_, row) => [`N${row}`, 'A', 'B', 'C', '1', 'D', 'x']);
  await validate(page, 'Condos', fileOf('csv', [head, ...rows]));
  const grid = page.getByRole('grid', { name: 'Invalid rows' });
  await grid.getByRole('gridcell', { name: 'N0', exact: true }).click();
  let row = 0;
  for (const [key, times, by] of [
    ['ArrowDown', 12, 1],
    ['PageDown', 4, 8],
    ['ArrowUp', 10, -1],
    ['PageUp', 3, -8],
  ] as const) {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      row += by;
      const cell = grid.getByRole('gridcell', { name: `N${row}`, exact: true });
      await expect(cell).toBeFocused();
      await expect
        .poll(() => cell.evaluate(hiddenPart), { message: `${key} to ${row}` })
        .toBeLessThan(1);
    }
  }
});

/** Returns how many pixels of a cell lie above or below the visible part of its grid. */
function hiddenPart(cell: Element): number {
  const box = cell.getBoundingClientRect();
  const grid = cell.closest('[role=grid]');
  const top = grid?.querySelector('[role=row]')?.getBoundingClientRect().bottom ?? Infinity;
  const bottom = grid?.getBoundingClientRect().bottom ?? 0;
  return Math.max(top - box.top, box.bottom - bottom);
}
