import { expect } from 'vitest';
import { bulkApplyResponseSchema } from '~/contract/bulk';
import { bulkImportListSchema, bulkUndoSchema } from '~/contract/bulk-imports';
import { bulkReviewSchema, type BulkReview, type ReviewedRow } from '~/contract/bulk-review';
import type { ExportQuery } from '~/contract/export-schemas';
import { randomKey } from '~/lib/random-key';
import { z } from '~/contract/zod';
import { createUpstream } from '~/upstream/upstream.server';
import { type TestApi } from './api';
import { aCondo } from './builders';
import { exported } from './exported';
import { byHeading, readCsv } from './exported-files';

export type Row = Record<string, string | undefined>;

export const withId = z.object({ id: z.int() });

export const recordSchema = z.record(z.string(), z.unknown());

export function toFile(rows: readonly Row[]): File {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  // As a spreadsheet saves it: guards are part of the texts.
  const text = lines.map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
  );
  return new File([text.join('\r\n')], 'edited.csv');
}

export const toChange = ({ row_number, id, version, changes }: ReviewedRow) => ({
  row_number,
  id,
  version,
  values: Object.fromEntries(changes.map((change) => [change.field, change.new])),
});

export const withCity = (rows: readonly Row[], city: string) =>
  rows.map((row) => Object.assign({}, row, { city }));

/** Exports, edits, reviews and applies as the import screen does. */
export function reviewCalls(api: () => TestApi) {
  async function createCondo(fields: object = {}): Promise<number> {
    return (await api().read(withId, 'POST', '/admin/condos', aCondo(fields), 201)).id;
  }

  async function createApartment(condo_id: number, apartment_number: string): Promise<number> {
    const body = { condo_id, apartment_number, bedrooms: 3.5 };
    return (await api().read(withId, 'POST', '/admin/apartments', body, 201)).id;
  }

  const read = (path: string) => api().read(recordSchema, 'GET', path);

  async function exportFile(list: 'condos' | 'apartments', format: 'csv' | 'xlsx') {
    const upstream = createUpstream({
      baseUrl: 'http://panel.test/api',
      token: api().token,
      transport: async (call) => api().fetch(call.toRequest()),
    });
    const of: ExportQuery =
      list === 'condos'
        ? { list, query: { sort_by: 'id', sort_order: 'asc' } }
        : { list, query: {} };
    const { file } = await exported(upstream, { of, format, separator: ';' });
    return file;
  }

  /** The rows of an exported list, to be edited. */
  async function exportRows(list: 'condos' | 'apartments'): Promise<Row[]> {
    return byHeading(readCsv(await exportFile(list, 'csv'), ';'), String);
  }

  async function post(path: string, fields: Readonly<Record<string, string | File>>, key?: string) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request(`http://panel.test/api${path}`, {
      method: 'POST',
      body: form,
      headers: {
        authorization: `Bearer ${api().token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    });
    return api().fetch(request);
  }

  async function review(rows: readonly Row[], type = 'condo'): Promise<BulkReview> {
    const response = await post('/admin/bulk-review', { type, file: toFile(rows) });
    expect(response.status).toBe(200);
    return bulkReviewSchema.parse(await response.json());
  }

  function apply(
    { changed, new_rows }: Pick<BulkReview, 'changed' | 'new_rows'>,
    { type = 'condo', key = randomKey() } = {},
  ) {
    const changes = JSON.stringify(changed.map(toChange));
    const rows = JSON.stringify(new_rows);
    return post('/admin/bulk-apply', { type, changes, rows, file_name: 'edited.csv' }, key);
  }

  async function applied(...call: Parameters<typeof apply>) {
    const response = await apply(...call);
    expect(response.status).toBe(200);
    return bulkApplyResponseSchema.parse(await response.json());
  }

  const imports = () => api().read(bulkImportListSchema, 'GET', '/admin/bulk-imports');

  async function undo() {
    const [record] = await imports();
    return api().read(bulkUndoSchema, 'POST', `/admin/bulk-imports/${record?.id}/undo`);
  }

  return {
    createCondo,
    createApartment,
    read,
    exportFile,
    exportRows,
    post,
    review,
    apply,
    applied,
    imports,
    undo,
  };
}
