import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '~/api/db/connect.server';
import { silentLog } from '../support/silent-log';
import { writeWorkbook } from '../support/sheet-files';
import { watchMemory } from './process-memory';
import {
  BENCH_PASSWORD,
  signIn,
  startProduction,
  type ProductionServer,
} from './production-server';
import { formatFigure, median, type Figure } from './statistics';

/** Apartments per import; the figures are for 100,000. */
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
const figures: Figure[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  server = await startProduction({ DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD });
  database = await openDatabase({ dataDir, log: silentLog, statementTimeoutMs: 600_000 });
  token = (await signIn(server.url)).token;
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  console.log(['', ...figures.map(formatFigure), ''].join('\n'));
});

async function newCondo(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into condos (name, address, city, state, zip_code, country)
     values ('Bench ' || random(), 'A', 'B', 'C', '1', 'D') returning id`,
  );
  return rows[0]?.id ?? 0;
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function post(
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${server.url}/api/admin/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  return text;
}

const validate = (file: Uint8Array<ArrayBuffer>) =>
  post('bulk-validate', { file: new File([file], 'units'), type: 'apartment' });

/** Calls of the building list while `work` runs: the 99th percentile and the slowest, in ms. */
async function listWhile(work: () => Promise<unknown>): Promise<{ p99: number; slowest: number }> {
  const times: number[] = [];
  const state = { done: false };
  const calls = (async () => {
    while (!state.done) {
      times.push(
        await timed(async () =>
          (
            await fetch(`${server.url}/api/admin/condos`, {
              headers: { authorization: `Bearer ${token}` },
            })
          ).text(),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await work();
  state.done = true;
  await calls;
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}

const quiet = () => listWhile(() => new Promise((resolve) => setTimeout(resolve, 3_000)));

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
    const bare: number[] = [];
    const memory = watchMemory(server.pid);
    for (let run = 0; run < RUNS; run += 1) {
      ours.push(await timed(() => validate(file)));
      bare.push(await timed(async () => expect(await read(file)).toBe(ROWS + 1)));
    }
    const { server: serverPeak, children } = await memory.stop();
    const what = `${ROWS.toLocaleString('en-US')} apartments, ${name}`;
    figures.push(
      {
        name: `Validate ${what}`,
        unit: 'ms',
        ours: median(ours),
        reference: median(bare),
        aim: 'at most 2',
      },
      {
        name: `  peak memory of the server`,
        unit: 'KiB',
        ours: serverPeak * 1024,
        reference: null,
        aim: '',
      },
      {
        name: `  peak memory of the reading process`,
        unit: 'KiB',
        ours: children * 1024,
        reference: null,
        aim: '',
      },
    );
  }
  const calm = await quiet();
  const during = await listWhile(() => validate(xlsx));
  figures.push(
    {
      name: '  list call meanwhile, p99',
      unit: 'ms',
      ours: during.p99,
      reference: calm.p99,
      aim: '2',
    },
    {
      name: '  list call meanwhile, slowest',
      unit: 'ms',
      ours: during.slowest,
      reference: calm.slowest,
      aim: '',
    },
  );
});

test('creating against COPY of the same rows into the same database', async () => {
  const ours: number[] = [];
  const bare: number[] = [];
  let during = { p99: 0, slowest: 0 };
  const memory = watchMemory(server.pid);
  for (let run = 0; run < RUNS; run += 1) {
    const condo = await newCondo();
    const rows = rowsOf(condo).map((row) =>
      Object.fromEntries(COLUMNS.map((column, place) => [column, row[place]])),
    );
    const text = JSON.stringify(rows);
    ours.push(
      await timed(async () => {
        during = await listWhile(async () => {
          const answer = await post('bulk-create', { type: 'apartment', rows: text });
          expect(answer).toContain(`"created":${ROWS}`);
        });
      }),
    );
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
  const { server: serverPeak, children } = await memory.stop();
  const calm = await quiet();
  figures.push(
    {
      name: `Create ${ROWS.toLocaleString('en-US')} apartments`,
      unit: 'ms',
      ours: median(ours),
      reference: median(bare),
      aim: 'at most 3',
    },
    {
      name: '  peak memory of the server',
      unit: 'KiB',
      ours: serverPeak * 1024,
      reference: null,
      aim: '',
    },
    {
      name: '  peak memory of the reading process',
      unit: 'KiB',
      ours: children * 1024,
      reference: null,
      aim: '',
    },
    {
      name: '  list call meanwhile, p99',
      unit: 'ms',
      ours: during.p99,
      reference: calm.p99,
      aim: '2',
    },
    {
      name: '  list call meanwhile, slowest',
      unit: 'ms',
      ours: during.slowest,
      reference: calm.slowest,
      aim: '',
    },
  );
});
