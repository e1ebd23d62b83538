import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../support/must';
import { writeWorkbook } from '../support/sheet-files';
import { callWhile } from './call-while';
import { startFilledPanel, timed, type FilledPanel } from './panel';
import { peakMemory, peakOfChildren } from './process-memory';
import { alternate, median, report } from './report';
import { formOf } from '../support/form-of';

/** Apartments per import; the targets are for 100,000. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const COLUMNS = [
  'condo_id',
  'apartment_number',
  'floor_number',
  'bedrooms',
  'bathrooms',
  'sqmt',
  'parking_spot_number',
  'notes',
];

let panel: FilledPanel;
beforeAll(async () => {
  panel = await startFilledPanel();
});
afterAll(() => panel.stop());

async function newCondo(): Promise<number> {
  const { rows } = await panel.database.pool.query<{ id: number }>(
    `insert into condos (name, address, city, state, zip_code, country)
     values ('Bench ' || random(), 'A', 'B', 'C', '1', 'D') returning id`,
  );
  return must(rows[0], 'new building').id;
}

function rowsOf(condo: number): Array<Array<string | number>> {
  return Array.from({ length: ROWS }, (_, index) => [
    condo,
    `U${index}`,
    (index % 20) + 1,
    3.5,
    1,
    50 + (index % 100) + 0.25,
    `P${index}`,
    `note ${index}`,
  ]);
}

const post = (path: string, fields: Parameters<typeof formOf>[0]): Promise<string> =>
  panel.call('POST', path, formOf(fields));

const validate = (file: Uint8Array<ArrayBuffer>, type = 'apartment') =>
  post('/bulk-validate', { file: new File([file], 'units'), type });

/** The same form, but nothing is done with the file: its type is none. */
const upload = (file: Uint8Array<ArrayBuffer>) =>
  expect(validate(file, '-')).rejects.toThrow('/bulk-validate: 422');

/** Reports what some work costs: the longest call of a list meanwhile, and the server's memory. */
async function reportCosts(title: string, work: () => Promise<unknown>) {
  const { url, session, pid } = panel;
  const job = { url: `${url}/api/admin/condos`, token: session.token, clients: 1, pauseMs: 5 };
  const calm = await callWhile(job, () => sleep(3_000));
  const during = await callWhile(job, work);
  const name = `${title}: p99 of a list meanwhile`;
  report(
    { name, unit: 'ms', ours: during.p99, reference: calm.p99, aim: 'at most 2' },
    { name: `${title}: longest call of a list meanwhile`, unit: 'ms', ours: during.longest },
    { name: `${title}: memory of the server`, unit: 'MiB', ours: await peakMemory(pid) },
  );
}

async function readCsv(file: Buffer): Promise<number> {
  let count = 0;
  for await (const record of Readable.from([file]).pipe(parse())) if (record) count += 1;
  return count;
}

async function readXlsx(file: Buffer): Promise<number> {
  const book = XLSX.read(file, { dense: true, cellText: false });
  return Object.values(book.Sheets)[0]?.['!data']?.length ?? 0;
}

test('validating against a bare parse by the same library', async () => {
  const rows = [COLUMNS, ...rowsOf(await newCondo())];
  const csv = Buffer.from(rows.map((row) => row.join(',')).join('\n'));
  const xlsx = writeWorkbook({ Units: rows }, 'xlsx');
  for (const [format, file, read, aim] of [
    ['CSV', csv, readCsv, 'at most 3'],
    ['XLSX', xlsx, readXlsx, 'at most 2'],
  ] as const) {
    const transfer: number[] = [];
    const turns = await alternate(
      RUNS,
      async () => {
        transfer.push(await timed(() => upload(file)));
        return timed(() => validate(file));
      },
      () => timed(async () => expect(await read(file)).toBe(ROWS + 1)),
      0,
    );
    const name = `validate ${ROWS.toLocaleString('en-US')} apartments, ${format}`;
    const ours = turns[0].map((ms) => ms - median(transfer));
    report({ name, unit: 'ms', ours, reference: turns[1], aim });
    const memory = await peakOfChildren(panel.pid, () => reportCosts(name, () => validate(file)));
    report({ name: `${name}: memory of the reading process`, unit: 'MiB', ours: memory });
  }
});

test('creating while others call a list', async () => {
  const rows = rowsOf(await newCondo()).map((row) =>
    Object.fromEntries(COLUMNS.map((column, place) => [column, row[place]])),
  );
  const form = { type: 'apartment', rows: JSON.stringify(rows) };
  await reportCosts(`create ${ROWS.toLocaleString('en-US')} apartments`, async () =>
    expect(await post('/bulk-create', form)).toContain(`"created":${ROWS}`),
  );
});
