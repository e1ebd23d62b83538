import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '~/api/db/connect.server';
import { must } from '../support/must';
import { silentLog } from '../support/silent-log';
import { writeWorkbook } from '../support/sheet-files';
import { listWhile, type ListTimes } from './bystander';
import { timed } from './filled-panel';
import { cpuMsOf, watchMemory, type Peaks } from './process-memory';
import {
  BENCH_PASSWORD,
  signIn,
  startProduction,
  type ProductionServer,
  type ServerLoad,
} from './production-server';
import { report } from './report';
import { median } from './statistics';

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

let dataDir: string;
let server: ProductionServer;
let database: Database;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD },
    { watched: true },
  );
  database = await openDatabase({ dataDir, log: silentLog, statementTimeoutMs: 600_000 });
  token = (await signIn(server.url)).token;
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function newCondo(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
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

async function send(
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${server.url}/api/admin/${path}`, {
    method: 'POST',
    // A new connection: the server has closed the kept one during a long reference.
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
    body: form,
  });
  return { status: response.status, text: await response.text() };
}

async function post(path: string, fields: Readonly<Record<string, string | Blob>>) {
  const { status, text } = await send(path, fields);
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 200)}`);
  return text;
}

const validate = (file: Uint8Array<ArrayBuffer>) =>
  post('bulk-validate', { file: new File([file], 'units'), type: 'apartment' });

/** The same form, but nothing is done with the file: its type is none. */
const upload = async (file: Uint8Array<ArrayBuffer>) => {
  const { status } = await send('bulk-validate', { file: new File([file], 'units'), type: '-' });
  expect(status).toBe(422);
};

const list = (work: () => Promise<unknown>) => listWhile({ url: server.url, token }, work);
const quiet = () => list(() => new Promise((resolve) => setTimeout(resolve, 3_000)));

/** Milliseconds that this process computes for some work: less noisy than the clock on a busy machine. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** What an import costs the others, the server's event loop and its memory. */
function reportCosts(
  title: string,
  costs: { during: ListTimes; calm: ListTimes; load: ServerLoad; peaks: Peaks },
): void {
  const { during, calm, load, peaks } = costs;
  report(
    {
      name: `${title}: p99 of a list meanwhile`,
      unit: 'ms',
      ours: during.p99,
      reference: calm.p99,
      aim: 'at most 2',
    },
    { name: `${title}: longest pause of the event loop`, unit: 'ms', ours: load.pauseMs },
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
  let count = 0;
  for await (const row of streamXlsxRows(file)) if (row.values.length > 0) count += 1;
  return count;
}

test('validating against a bare parse by the same library', async () => {
  const rows = rowsOf(await newCondo());
  const csv = Buffer.from([COLUMNS, ...rows].map((row) => row.join(',')).join('\n'));
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
    const memory = watchMemory(server.pid);
    for (let run = 0; run < RUNS; run += 1) {
      transfer.push(await timed(() => upload(file)));
      const before = await cpuMsOf(server.pid);
      ours.push(await timed(() => validate(file)));
      cpu.push((await cpuMsOf(server.pid)) - before);
      const readBare = async () => expect(await read(file)).toBe(ROWS + 1);
      bare.push(await timed(async () => bareCpu.push(await computed(readBare))));
    }
    const peaks = await memory.stop();
    const calm = await quiet();
    server.resetLoad();
    const during = await list(() => validate(file));
    const load = await server.readLoad();
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
    reportCosts(title, { during, calm, load, peaks });
  }
});

const toObject = (row: ReadonlyArray<string | number>) =>
  Object.fromEntries(COLUMNS.map((column, place) => [column, row[place]]));

const create = (rows: string) => post('bulk-create', { type: 'apartment', rows });

test('creating against COPY of the same rows into the same database', async () => {
  const ours: number[] = [];
  const bare: number[] = [];
  const memory = watchMemory(server.pid);
  for (let run = 0; run < RUNS; run += 1) {
    const condo = await newCondo();
    const text = JSON.stringify(rowsOf(condo).map(toObject));
    ours.push(await timed(async () => expect(await create(text)).toContain(`"created":${ROWS}`)));
    const file = join(tmpdir(), `condo-bench-copy-${process.pid}.csv`);
    const other = await newCondo();
    await writeFile(
      file,
      rowsOf(other)
        .map((row) => row.join(','))
        .join('\n'),
    );
    await chmod(file, 0o644);
    bare.push(
      await timed(() =>
        database.pool.query(`copy apartments (${COLUMNS.join(', ')}) from '${file}' csv`),
      ),
    );
    await rm(file);
  }
  const peaks = await memory.stop();
  const calm = await quiet();
  const condo = await newCondo();
  const last = JSON.stringify(rowsOf(condo).map(toObject));
  server.resetLoad();
  const during = await list(() => create(last));
  const load = await server.readLoad();
  const title = `create ${ROWS.toLocaleString('en-US')} apartments`;
  report({ name: title, unit: 'ms', ours, reference: bare, aim: 'at most 3' });
  reportCosts(title, { during, calm, load, peaks });
});
