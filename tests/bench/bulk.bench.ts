import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../support/must';
import { writeWorkbook } from '../support/sheet-files';
import { callWhile } from './call-while';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { cpuMsOf, watchMemory, type Peaks } from './process-memory';
import { report } from './report';
import { median } from './statistics';
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
  panel = await startFilledPanel({}, { watched: true });
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

const csvOf = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  rows.map((row) => row.join(',')).join('\n');

const post = (path: string, fields: Parameters<typeof formOf>[0]): Promise<string> =>
  panel.call('POST', path, formOf(fields));

const validate = (file: Uint8Array<ArrayBuffer>, type = 'apartment') =>
  post('/bulk-validate', { file: new File([file], 'units'), type });

/** The same form, but nothing is done with the file: its type is none. */
const upload = (file: Uint8Array<ArrayBuffer>) =>
  expect(validate(file, '-')).rejects.toThrow('/bulk-validate: 422');

/** Milliseconds that this process computes for some work: less noisy than the clock on a busy machine. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** What some work costs the others, who call a list meanwhile, the server's event loop and its memory. */
async function reportCosts(title: string, peaks: Peaks, work: () => Promise<unknown>) {
  const { url, session, longestPause } = panel;
  const job = { url: `${url}/api/admin/condos`, token: session.token, clients: 1, pauseMs: 5 };
  const calm = await callWhile(job, () => sleep(3_000));
  await longestPause();
  const during = await callWhile(job, work);
  report(
    {
      name: `${title}: p99 of a list meanwhile`,
      unit: 'ms',
      ours: during.p99,
      reference: calm.p99,
      aim: 'at most 2',
    },
    { name: `${title}: longest pause of the event loop`, unit: 'ms', ours: await longestPause() },
    { name: `${title}: memory of the server`, unit: 'MiB', ours: peaks.server },
    { name: `${title}: memory of the reading process`, unit: 'MiB', ours: peaks.children },
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
  const rows = rowsOf(await newCondo());
  const csv = Buffer.from(csvOf([COLUMNS, ...rows]));
  const xlsx = writeWorkbook({ Units: [COLUMNS, ...rows] }, 'xlsx');
  for (const [name, file, read] of [
    ['CSV', csv, readCsv],
    ['XLSX', xlsx, readXlsx],
  ] as const) {
    const ours: number[] = [];
    const transfer: number[] = [];
    const cpu: number[] = [];
    const bare: number[] = [];
    const bareCpu: number[] = [];
    const memory = watchMemory(panel.pid);
    for (let run = 0; run < RUNS; run += 1) {
      transfer.push(await timed(() => upload(file)));
      const before = await cpuMsOf(panel.pid);
      ours.push(await timed(() => validate(file)));
      cpu.push((await cpuMsOf(panel.pid)) - before);
      const readBare = async () => expect(await read(file)).toBe(ROWS + 1);
      bare.push(await timed(async () => bareCpu.push(await computed(readBare))));
    }
    const peaks = await memory.stop();
    const transferMs = median(transfer);
    const title = `validate ${ROWS.toLocaleString('en-US')} apartments, ${name}`;
    report({
      name: title,
      unit: 'ms',
      ours: ours.map((ms) => ms - transferMs),
      reference: bare,
      aim: name === 'CSV' ? 'at most 3' : 'at most 2',
    });
    report({ name: `${title}: CPU`, unit: 'ms', ours: cpu, reference: bareCpu });
    await reportCosts(title, peaks, () => validate(file));
  }
});

const toObject = (row: ReadonlyArray<string | number>) =>
  Object.fromEntries(COLUMNS.map((column, place) => [column, row[place]]));

const create = (rows: string) => post('/bulk-create', { type: 'apartment', rows });

test('creating against COPY of the same rows into the same database', async () => {
  const ours: number[] = [];
  const bare: number[] = [];
  const memory = watchMemory(panel.pid);
  for (let run = 0; run < RUNS; run += 1) {
    const condo = await newCondo();
    const text = JSON.stringify(rowsOf(condo).map(toObject));
    ours.push(await timed(async () => expect(await create(text)).toContain(`"created":${ROWS}`)));
    const file = join(tmpdir(), `condo-bench-copy-${process.pid}.csv`);
    await writeFile(file, csvOf(rowsOf(await newCondo())));
    await chmod(file, 0o644);
    bare.push(
      await timed(() =>
        panel.database.pool.query(`copy apartments (${COLUMNS.join(', ')}) from '${file}' csv`),
      ),
    );
    await rm(file);
  }
  const peaks = await memory.stop();
  const title = `create ${ROWS.toLocaleString('en-US')} apartments`;
  report({ name: title, unit: 'ms', ours, reference: bare, aim: 'at most 3' });
  const last = JSON.stringify(rowsOf(await newCondo()).map(toObject));
  await reportCosts(title, peaks, () => create(last));
});
