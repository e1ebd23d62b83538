import { expect } from 'vitest';
import {
  bulkApplyResponseSchema,
  bulkImportSchema,
  bulkReviewSchema,
  type BulkReview,
  type ReviewedRow,
} from '~/imports/schema';
import type { ExportFormat } from '~/imports/export';
import { randomKey } from '~/fields/random-key';
import { z } from '~/fields/zod';
import type { TestApi } from './api';
import { aCondo } from './builders';
import { undoNewest } from './bulk';
import { exportedList, exportedRows, toCsv, type ReviewedList, type Row } from './edited-exports';
import { formOf } from './form-of';
import { upstreamTo } from './upstream-to';

export const withId = z.object({ id: z.int() });

export const recordSchema = z.record(z.string(), z.unknown());

export const toChange = ({ row_number, id, version, changes }: ReviewedRow) => ({
  row_number,
  id,
  version,
  values: Object.fromEntries(changes.map((change) => [change.field, change.new])),
});

/** Exports, edits, reviews and applies as the import screen does. */
export function reviewCalls(api: () => TestApi) {
  async function createCondo(fields: object = {}): Promise<number> {
    return (await api().read(withId, 'POST', '/admin/condos', aCondo(fields), 201)).id;
  }

  async function createApartment(
    condo_id: number,
    apartment_number: string,
    fields: object = {},
  ): Promise<number> {
    const body = { condo_id, apartment_number, bedrooms: 3.5, ...fields };
    return (await api().read(withId, 'POST', '/admin/apartments', body, 201)).id;
  }

  const read = (path: string) => api().read(recordSchema, 'GET', path);

  const upstream = () =>
    upstreamTo((call) => api().fetch(call.toRequest()), { token: api().token });
  const exportFile = (list: ReviewedList, format: ExportFormat) =>
    exportedList(upstream(), list, format);
  const exportRows = (list: ReviewedList) => exportedRows(upstream(), list);

  function post(path: string, fields: Readonly<Record<string, string | File>>, key?: string) {
    return api().call('POST', path, formOf(fields), { 'idempotency-key': key });
  }

  async function reviewFile(
    file: File,
    type: string,
    how: Readonly<Record<string, string>> = {},
  ): Promise<BulkReview> {
    const response = await post('/admin/bulk-review', { type, file, ...how });
    expect(response.status).toBe(200);
    return bulkReviewSchema.parse(await response.json());
  }

  const review = (rows: readonly Row[], type = 'condo') =>
    reviewFile(new File([toCsv(rows)], 'edited.csv'), type);

  function apply(
    { changed, new_rows }: Pick<BulkReview, 'changed' | 'new_rows'>,
    { type = 'condo', key = randomKey(), reason = '' } = {},
  ) {
    const changes = JSON.stringify(changed.map(toChange));
    const rows = JSON.stringify(new_rows);
    const form = { type, changes, rows, file_name: 'edited.csv', reason };
    return post('/admin/bulk-apply', form, key);
  }

  async function applied(...call: Parameters<typeof apply>) {
    const response = await apply(...call);
    expect(response.status).toBe(200);
    return bulkApplyResponseSchema.parse(await response.json());
  }

  const imports = () => api().read(bulkImportSchema.array(), 'GET', '/admin/bulk-imports');

  return {
    createCondo,
    createApartment,
    read,
    exportFile,
    exportRows,
    post,
    review,
    reviewFile,
    apply,
    applied,
    imports,
    undo: () => undoNewest(api()),
  };
}
