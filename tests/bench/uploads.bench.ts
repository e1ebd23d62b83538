import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWhile } from './bystander';
import { peakMemoryOf, resetPeakMemory } from './process-memory';
import {
  BENCH_PASSWORD,
  signIn,
  startProduction,
  type ProductionServer,
} from './production-server';
import { createReport } from './report';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const MEGABYTE = 1024 * 1024;

let dataDir: string;
let server: ProductionServer;
let token: string;
const report = createReport();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD },
    { watched: true },
  );
  token = (await signIn(server.url)).token;
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const BOUNDARY = '----BenchFormBoundary7MA4YWxkTrZu0gW';

function part(attributes: string, value: string | Uint8Array): Uint8Array[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${attributes}\r\n\r\n`;
  return [head, value, '\r\n'].map((piece) => Buffer.from(piece));
}

function formOf(...parts: Uint8Array[][]): Buffer<ArrayBuffer> {
  return Buffer.concat([...parts.flat(), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** No rows, in so many megabytes. */
const noRows = (megabytes: number) => Buffer.from(`[${' '.repeat(megabytes * MEGABYTE)}]`);

const tiny = Buffer.concat(part('name="a"', 'b'));
const text99 = noRows(99);
const FORMS = [
  // A type that there is none of: nothing is done with the rows.
  [
    'rows of 99 MB, read alone',
    'bulk-create',
    formOf(part('name="type"', '-'), part('name="rows"', text99)),
    422,
  ],
  [
    'rows of 99 MB, created',
    'bulk-create',
    formOf(part('name="type"', 'condo'), part('name="rows"', text99)),
    200,
  ],
  [
    'file of 20 MB, read alone',
    'bulk-validate',
    formOf(part('name="file"; filename="a.csv"', noRows(20)), part('name="type"', '-')),
    422,
  ],
  [
    '90 MB of tiny parts',
    'bulk-create',
    formOf(Array.from({ length: (90 * MEGABYTE) / tiny.length }, () => tiny)),
    413,
  ],
] as const;

async function send(path: string, body: Buffer<ArrayBuffer>): Promise<number> {
  const response = await fetch(`${server.url}/api/admin/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      connection: 'close',
    },
    body,
  });
  await response.text();
  return response.status;
}

/** The other user has started to call when the work begins. */
const list = (work: () => Promise<unknown>) =>
  listWhile({ url: server.url, token }, async () => {
    await sleep(500);
    await work();
  });
const quiet = () => list(() => sleep(1_500));

test.each(FORMS)('%s', async (name, path, form, status) => {
  const pauses: number[] = [];
  const slowest: number[] = [];
  const calm: number[] = [];
  const memory: number[] = [];
  const atRest: number[] = [];
  const cpu: number[] = [];
  expect(await send(path, form)).toBe(status);
  for (let run = 0; run < RUNS; run += 1) {
    calm.push((await quiet()).slowest);
    await resetPeakMemory(server.pid);
    atRest.push(await peakMemoryOf(server.pid));
    server.resetLoad();
    slowest.push((await list(() => send(path, form))).slowest);
    const load = await server.readLoad();
    pauses.push(load.pauseMs);
    cpu.push(load.cpuMs);
    memory.push(await peakMemoryOf(server.pid));
  }
  const shared = { unit: 'ms', reference: null, aim: '' } as const;
  report(
    { ...shared, name: `${name}: longest pause`, ours: pauses },
    { ...shared, name: '  slowest list call, beside quiet ones', ours: slowest, reference: calm },
    { ...shared, name: '  computing by the server itself', ours: cpu },
    {
      name: '  peak memory of the server, beside at rest',
      unit: 'MiB',
      ours: memory,
      reference: atRest,
      aim: '',
    },
  );
});
