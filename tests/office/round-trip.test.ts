import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apartments } from '~/api/db/schema';
import { bulkApplyResponseSchema } from '~/contract/bulk';
import { bulkImportListSchema, bulkUndoSchema } from '~/contract/bulk-imports';
import { bulkReviewSchema, type BulkReview } from '~/contract/bulk-review';
import { EXPORT_FORMATS, type ExportFormat } from '~/contract/export';
import type { ExportQuery } from '~/contract/export-schemas';
import { z } from '~/contract/zod';
import { createUpstream } from '~/upstream/upstream.server';
import { seedBulk } from '../../tools/seed/bulk';
import { createTestApi, type TestApi } from '../support/api';
import { toChange } from '../support/review-calls';
import { aCondo } from '../support/builders';
import { exported } from '../support/exported';
import { editInLibreOffice } from './libre-office';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const withId = z.object({ id: z.int() });

async function create(path: string, fields: object): Promise<number> {
  const response = await api.call('POST', path, fields);
  expect(response.status).toBe(201);
  return withId.parse(await response.json()).id;
}

/** Three buildings and three apartments with what programs like to change: zeros, dates, formulas, line breaks, decimals. */
async function fill(): Promise<void> {
  const condo_id = await create(
    '/admin/condos',
    aCondo({ name: '=1+1', zip_code: '06300', city: 'Zug', description: ' a;b\r\n"c" ' }),
  );
  await create(
    '/admin/condos',
    aCondo({ name: 'Beta', date_built: '1998-05-12', number_of_units: 12, city: 'Chur' }),
  );
  await create('/admin/condos', aCondo({ name: 'Été', date_built: '1850-01-31', website: null }));
  const apartment = { condo_id, bedrooms: 3.5, sqmt: 82.25, notes: 'Old' };
  await create('/admin/apartments', { ...apartment, apartment_number: '007' });
  await create('/admin/apartments', { ...apartment, apartment_number: '1E3', notes: '-12' });
  await create('/admin/apartments', { ...apartment, apartment_number: '3-4', notes: 'TRUE' });
}

async function exportList(list: 'condos' | 'apartments', format: ExportFormat): Promise<Buffer> {
  const upstream = createUpstream({
    baseUrl: 'http://panel.test/api',
    token: api.token,
    transport: async (call) => api.fetch(call.toRequest()),
  });
  const of: ExportQuery =
    list === 'condos' ? { list, query: { sort_by: 'id', sort_order: 'asc' } } : { list, query: {} };
  return (await exported(upstream, { of, format, separator: ';' })).file;
}

async function post<T>(
  path: string,
  fields: Readonly<Record<string, string | File>>,
  schema: z.ZodType<T>,
): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await api.call('POST', path, form);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return schema.parse(JSON.parse(text));
}

interface RoundTrip {
  list: 'condos' | 'apartments';
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
  const before = await exportList(list, 'csv');
  const bytes = await exportList(list, format);
  const file = await editInLibreOffice({ bytes, format }, edit, savedAs);
  const found: BulkReview = await post(
    '/admin/bulk-review',
    { type, file: new File([file], `edited.${savedAs}`) },
    bulkReviewSchema,
  );
  expect(found.changed).toHaveLength(changed);
  for (const row of found.changed) expect(row.changes).toEqual([change]);
  expect(found).toMatchObject({
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged,
    missing: 0,
  });
  const changes = JSON.stringify(found.changed.map(toChange));
  expect(
    await post('/admin/bulk-apply', { type, changes, rows: '[]' }, bulkApplyResponseSchema),
  ).toEqual({ created: 0, changed, errors: [] });
  expect((await exportList(list, 'csv')).toString()).toContain(change.new);
  const records = await api.call('GET', '/admin/bulk-imports');
  const [record] = bulkImportListSchema.parse(await records.json());
  expect(await post(`/admin/bulk-imports/${record?.id}/undo`, {}, bulkUndoSchema)).toEqual({
    removed: 0,
    restored: changed,
    kept: [],
  });
  return { before: before.toString(), after: (await exportList(list, 'csv')).toString() };
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
    edit: (document: string) => document.replace('<text:p>Old</text:p>', '<text:p>New</text:p>'),
    change: { field: 'notes', old: 'Old', new: 'New' },
  },
] as const;

for (const { list, type, edit, change } of LISTS) {
  for (const format of EXPORT_FORMATS) {
    for (const savedAs of EXPORT_FORMATS) {
      it(`${list}: our ${format}, a cell changed, saved as ${savedAs}, applied and undone`, async () => {
        await fill();
        const { before, after } = await roundTrip({
          list,
          type,
          format,
          savedAs,
          edit,
          change,
          changed: 1,
          unchanged: 2,
        });
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
  const { change } = LISTS[1];
  const changed = await api.db.$count(apartments, eq(apartments.notes, change.old));
  const trip = {
    format: 'xlsx',
    savedAs: 'xlsx',
    change,
    changed,
    unchanged: ROWS - changed,
  } as const;
  const { before, after } = await roundTrip({
    ...trip,
    list: 'apartments',
    type: 'apartment',
    edit: (document) => document.replaceAll('<text:p>Old</text:p>', '<text:p>New</text:p>'),
  });
  expect(changed).toBeGreaterThan(0);
  expect(after).toBe(before);
});
