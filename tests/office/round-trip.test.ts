import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { apartments } from '~/platform/database/schema/records';
import { EXPORT_FORMATS, type ExportFormat } from '~/imports/export';
import { seedBulk } from '../../tools/seed/bulk';
import { createTestApi } from '../support/api';
import type { ReviewedList } from '../support/edited-exports';
import { perTest } from '../support/opened';
import { reviewCalls } from '../support/review-calls';
import { importTradeFile, TRADE_FILES } from '../support/trade-files';
import { editInLibreOffice } from './libre-office';

const api = perTest(createTestApi);
const { applied, createApartment, createCondo, exportFile, reviewFile, undo } = reviewCalls(
  () => api,
);

/**
 * Creates three buildings and three apartments with values that programs like to change: zeros, dates,
 * formulas, line breaks and decimals.
 */
async function fill(): Promise<void> {
  const condo = await createCondo({
    name: '=1+1',
    zip_code: '06300',
    city: 'Zug',
    description: ' a;b\r\n"c" ',
  });
  await createCondo({ name: 'Beta', date_built: '1998-05-12', number_of_units: 12, city: 'Chur' });
  await createCondo({ name: 'Été', date_built: '1850-01-31', website: null });
  const fields = { sqmt: 82.25, notes: 'Old' };
  await createApartment(condo, '007', fields);
  await createApartment(condo, '1E3', { ...fields, notes: '-12' });
  await createApartment(condo, '3-4', { ...fields, notes: 'TRUE' });
}

interface RoundTrip {
  list: ReviewedList;
  type: 'condo' | 'apartment';
  format: ExportFormat;
  savedAs: ExportFormat;
  edit: (document: string) => string;
  change: { field: string; old: string; new: string };
  /** Rows. */
  changed: number;
  unchanged: number;
}

/** Exported, edited, reviewed, applied, undone: it has to end where it began. */
async function roundTrip(trip: RoundTrip): Promise<{ before: string; after: string }> {
  const { list, type, format, savedAs, edit, change, changed, unchanged } = trip;
  const before = await exportFile(list, 'csv');
  const bytes = await exportFile(list, format);
  const file = await editInLibreOffice({ bytes, format }, edit, savedAs);
  const reviewed = await reviewFile(new File([file], `edited.${savedAs}`), type);
  expect(reviewed.changed).toHaveLength(changed);
  for (const row of reviewed.changed) expect(row.changes).toEqual([change]);
  expect(reviewed).toMatchObject({
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged,
    missing: 0,
  });
  expect(await applied(reviewed, { type })).toMatchObject({ created: 0, changed, errors: [] });
  expect((await exportFile(list, 'csv')).toString()).toContain(change.new);
  expect(await undo()).toEqual({ removed: 0, restored: changed, kept: [] });
  return { before: before.toString(), after: (await exportFile(list, 'csv')).toString() };
}

const LISTS = [
  {
    list: 'condos',
    type: 'condo',
    edit: (document: string) => document.replace('<text:p>Chur</text:p>', '<text:p>Davos</text:p>'),
    change: { field: 'city', old: 'Chur', new: 'Davos' },
  },
  {
    list: 'apartments',
    type: 'apartment',
    edit: (document: string) => document.replaceAll('<text:p>Old</text:p>', '<text:p>New</text:p>'),
    change: { field: 'notes', old: 'Old', new: 'New' },
  },
] as const;

for (const list of LISTS) {
  for (const format of EXPORT_FORMATS) {
    for (const savedAs of EXPORT_FORMATS) {
      it(`${list.list}: our ${format}, a cell changed, saved as ${savedAs}, applied and undone`, async () => {
        await fill();
        const trip = { ...list, format, savedAs, changed: 1, unchanged: 2 };
        const { before, after } = await roundTrip(trip);
        expect(after).toBe(before);
      });
    }
  }
}

/** Takes minutes: `OFFICE_ROWS=100000 npm run test:office -- -t many`. */
const ROWS = Number(process.env.OFFICE_ROWS ?? '0');

it.runIf(ROWS > 0)('many apartments: our xlsx, every twentieth row changed', async () => {
  await seedBulk(api.db, { condos: 100, apartments: ROWS, users: 0 });
  await api.db.execute(sql`update apartments set notes = 'Old' where id % 20 = 0`);
  const [, list] = LISTS;
  const changed = await api.db.$count(apartments, eq(apartments.notes, list.change.old));
  expect(changed).toBeGreaterThan(0);
  const unchanged = ROWS - changed;
  const trip = { ...list, format: 'xlsx', savedAs: 'xlsx', changed, unchanged } as const;
  const { before, after } = await roundTrip(trip);
  expect(after).toBe(before);
});

it.each(TRADE_FILES)('$name gives the same after LibreOffice has saved it', async (file) => {
  const csv = { bytes: file.bytes, format: 'csv' } as const;
  const saved = await editInLibreOffice(csv, null, 'xlsx');
  const { given, expected } = await importTradeFile(api, file.expected, saved);
  expect(given).toMatchObject(expected);
});
