import { readFileSync } from 'node:fs';
import * as XLSX from '@e965/xlsx';
import { expect, it } from 'vitest';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import { csvTemplate, TEMPLATE_FILES } from '~/imports/bulk-template';
import { runJob } from '~/imports/rows/run-job';
import { createTemplate } from '~/imports/server/template';
import { BULK_TYPES } from '~/imports/schema';
import { collect } from '../../support/collect';
import { must } from '../../support/must';

const fail = () => Promise.reject(new Error('no memory'));

it('the template is created again after a failure', async () => {
  await expect(createTemplate('condo', fail)).rejects.toThrow('no memory');
  expect((await createTemplate('condo')).length).toBeGreaterThan(1_000);
  // From here on it is known.
  expect((await createTemplate('condo', fail)).length).toBeGreaterThan(1_000);
});

it.each([
  ['condo', 'zip_code', '@'],
  ['condo', 'date_built', 'yyyy-mm-dd'],
  ['apartment', 'apartment_number', '@'],
  ['apartment', 'sqmt', '0.##'],
  ['user_invite', 'email', '@'],
] as const)('%s: the empty column %s is typed', async (type, name, format) => {
  const column = XLSX.utils.encode_col(BULK_COLUMNS[type].findIndex(({ field }) => field === name));
  const book = XLSX.read(await createTemplate(type), {
    cellNF: true,
    cellStyles: true,
    sheetStubs: true,
  });
  const sheet = must(book.Sheets[must(book.SheetNames[0], 'sheet name')], 'sheet');
  const cells = new Map<string, unknown>(Object.entries(sheet));
  for (const row of [2, 3, 500, 1001]) {
    expect([row, cells.get(`${column}${row}`)]).toEqual([
      row,
      expect.objectContaining({ z: format }),
    ]);
  }
});

it.each(BULK_TYPES)('%s: only its example is a row', async (type) => {
  const bytes = Buffer.from(await createTemplate(type));
  const messages = await collect(runJob({ input: 'file', type }, bytes));
  expect(messages).toMatchObject([{ type: 'head' }, { type: 'rows', rows: [{}] }, { type: 'end' }]);
  expect(bytes.length).toBeLessThan(100_000);
});

it.each(BULK_TYPES)('the %s template in public/ has the columns of the import', (type) => {
  const file = readFileSync(`public/${TEMPLATE_FILES[type]}`, 'utf8');
  // After a change of columns: npm run make:templates
  expect(file).toBe(csvTemplate(type));
});
