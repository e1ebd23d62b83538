import { streamXlsxRows } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { bulkApplyResponseSchema } from '~/contract/bulk';
import { bulkImportListSchema, bulkUndoSchema } from '~/contract/bulk-imports';
import { bulkReviewSchema } from '~/contract/bulk-review';
import { createUpstream } from '~/upstream/upstream.server';
import { toChange } from '../support/review-calls';
import { exported } from '../support/exported';
import { readCsv } from '../support/exported-files';
import { must } from '../support/must';
import { writeWorkbook } from '../support/sheet-files';
import { edited, parseCsv, toCsv } from './edited-export';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { createReport } from './report';
import { alternate } from './statistics';

/** The sizes of the aim are 100,000 rows, 5,000 of them changed. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const CHANGED = ROWS / 20;
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const NUMERIC = new Set(['id', 'condo_id', 'floor_number', 'bedrooms', 'bathrooms', 'sqmt']);
const report = createReport();

async function exportApartments(panel: FilledPanel): Promise<Buffer> {
  const upstream = createUpstream({
    baseUrl: `${panel.url}/api`,
    token: panel.session.token,
    transport: (call) => fetch(call.toRequest()),
  });
  const of = { list: 'apartments', query: {} } as const;
  return (await exported(upstream, { of, format: 'csv', separator: ';' })).file;
}

async function post(
  { url, session }: FilledPanel,
  path: string,
  fields: Readonly<Record<string, string | Blob>> = {},
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${url}/api/admin/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, connection: 'close' },
    body: form,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  return text;
}

function toWorkbook(rows: readonly string[][]): Buffer<ArrayBuffer> {
  const [headings = [], ...records] = rows;
  const typed = records.map((cells) =>
    cells.map((cell, index) =>
      cell !== '' && NUMERIC.has(headings[index] ?? '') ? Number(cell) : cell,
    ),
  );
  return writeWorkbook({ apartments: [headings, ...typed] }, 'xlsx');
}

const parse = async (file: Buffer) => expect(await parseCsv(file)).toBe(ROWS + 1);

async function parseXlsx(file: Buffer): Promise<void> {
  let count = 0;
  for await (const row of streamXlsxRows(file)) if (row.values.length > 0) count += 1;
  expect(count).toBe(ROWS + 1);
}

test('the review of an edited export against a bare parse; apply and undo end where it began', async () => {
  const panel = await startFilledPanel({ condos: ROWS / 20, apartments: ROWS });
  const before = await exportApartments(panel);
  const rows = edited(readCsv(before, ';'));
  expect(rows).toHaveLength(ROWS + 1);
  const review = (file: Buffer<ArrayBuffer>) =>
    post(panel, 'bulk-review', { type: 'apartment', file: new File([file], 'apartments') });
  const csv = toCsv(rows);
  for (const [name, file, bareParse] of [
    ['CSV', csv, parse],
    ['XLSX', toWorkbook(rows), parseXlsx],
  ] as const) {
    const [ours, reference] = await alternate(
      RUNS,
      () => timed(() => review(file)),
      () => timed(() => bareParse(file)),
    );
    const figure = `review ${ROWS} rows, ${CHANGED} changed, ${name}`;
    report({ name: figure, unit: 'ms', ours, reference, aim: 'at most 3' });
  }

  const found = bulkReviewSchema.parse(JSON.parse(await review(csv)));
  expect(found).toMatchObject({ conflicts: [], invalid_rows: [], new_rows: [], missing: 0 });
  expect(found.changed).toHaveLength(CHANGED);
  const changes = JSON.stringify(found.changed.map(toChange));
  const reference = await timed(() => parse(csv));
  const applied = await timed(async () => {
    const answer = await post(panel, 'bulk-apply', { type: 'apartment', changes, rows: '[]' });
    expect(bulkApplyResponseSchema.parse(JSON.parse(answer)).changed).toBe(CHANGED);
  });
  expect(edited(readCsv(before, ';')).map((cells) => cells.with(1, ''))).toEqual(
    readCsv(await exportApartments(panel), ';').map((cells) => cells.with(1, '')),
  );
  const imports = bulkImportListSchema.parse(JSON.parse(await panel.get('/admin/bulk-imports')));
  const { id } = must(imports[0], 'import record');
  const undone = await timed(async () => {
    const answer = await post(panel, `bulk-imports/${id}/undo`);
    expect(bulkUndoSchema.parse(JSON.parse(answer))).toMatchObject({ restored: CHANGED, kept: [] });
  });
  report(
    { name: `apply ${CHANGED} changes`, unit: 'ms', ours: applied, reference, aim: '' },
    { name: `undo ${CHANGED} changes`, unit: 'ms', ours: undone, reference, aim: '' },
  );
  expect((await exportApartments(panel)).equals(before)).toBe(true);
  await panel.stop();
});
