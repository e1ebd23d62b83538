import { expect, test } from '@playwright/test';
import pg from 'pg';
import { apartmentFields } from '~/contract/apartment-fields';
import { readApartment } from '~/contract/apartment-reading';
import { rowVersion } from '~/lib/row-version.server';
import { AdminApi } from './support/admin-api';
import { endSilence } from './support/dead-runs';
import { ServerProcess, temporaryDataDir } from './support/server-process';

// kill -9 while an edited export is applied: the real server on its embedded database, killed and started again.
test.describe.configure({ mode: 'serial' });

const ROWS = 2_000;
const KEY = 'apply-that-is-killed';

let remove: () => Promise<void>;
let server: ServerProcess;
let token: string;
let database: pg.Client;
/** What is applied: another area in every row. */
let changes: string;

test.beforeAll(async () => {
  const folder = await temporaryDataDir();
  ({ remove } = folder);
  server = await ServerProcess.start(folder.dataDir);
  const api = await AdminApi.signIn(server.url);
  ({ token } = api.session);
  const condo_id = await api.createCondo({ name: 'Tower' });
  const numbers = Array.from({ length: ROWS }, (_, index) => `U${index}`);
  const rows = numbers.map((apartment_number) => ({ condo_id, apartment_number, sqmt: 50 }));
  await post('bulk-create', { type: 'apartment', rows: JSON.stringify(rows) });
  const apartments = (await api.apartments(condo_id)).map(readApartment);
  changes = JSON.stringify(
    apartments.map((apartment, index) => ({
      row_number: index + 2,
      id: apartment.id,
      version: rowVersion(apartmentFields, apartment),
      values: { sqmt: 777 },
    })),
  );
  await connect();
});
test.afterAll(async () => {
  await database.end();
  await server.kill();
  await remove();
});

async function connect(): Promise<void> {
  database = new pg.Client({ connectionString: server.databaseUrl() });
  // A start ends the connections to the database that a killed server left running.
  database.on('error', () => undefined);
  await database.connect();
}

async function restart(): Promise<void> {
  server = await ServerProcess.start(server.dataDir);
  await connect();
}

async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  { key, signal = null }: { key?: string; signal?: AbortSignal | null } = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(`${server.url}/api/admin/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    body,
    signal,
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

const apply = (signal: AbortSignal | null = null) =>
  post('bulk-apply', { type: 'apartment', changes, rows: '[]' }, { key: KEY, signal });

async function count(query: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count ${query}`,
  );
  return rows[0]?.count ?? -1;
}
const changedRows = () => count('from apartments where sqmt = 777');
const importRecords = () => count('from bulk_imports where changed_count is not null');
/** Sessions that wait for what `lock` holds. */
const waiting = (table: string) =>
  count(`from pg_locks where not granted and relation = '${table}'::regclass`);

/** Nobody else writes into the table until `release`. */
async function hold(table: string): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** Ends the server in the middle of its work; its database goes on running until the next start. */
const kill = () => server.kill('SIGKILL');

test('killed after its rows were written and before they were committed: none is changed', async () => {
  // The import record is the last that the transaction writes.
  const held = await hold('bulk_imports');
  const cutOff = apply().catch(() => 'cut off');
  await expect.poll(() => waiting('bulk_imports'), { timeout: 30_000 }).toBe(1);
  await kill();
  await held.release();
  expect(await cutOff).toBe('cut off');
  await restart();
  expect([await changedRows(), await importRecords()]).toEqual([0, 0]);
});

test('repeated and killed after the commit, before anybody has the answer: all are changed', async () => {
  await endSilence(server);
  const record = await hold('bulk_imports');
  const leaving = new AbortController();
  const cutOff = apply(leaving.signal).catch(() => 'cut off');
  await expect.poll(() => waiting('bulk_imports'), { timeout: 30_000 }).toBe(1);
  // The connection is gone before the commit: nobody can have the answer.
  leaving.abort();
  expect(await cutOff).toBe('cut off');
  await record.release();
  await expect.poll(changedRows, { timeout: 30_000 }).toBe(ROWS);
  await kill();
  await restart();
  expect([await changedRows(), await importRecords()]).toEqual([ROWS, 1]);
});

test('repeated once more: the first result, and nothing is applied again', async () => {
  expect(await apply()).toEqual({
    status: 200,
    answer: { created: 0, changed: ROWS, errors: [] },
  });
  expect([await changedRows(), await importRecords()]).toEqual([ROWS, 1]);
  // The history has each row's change once.
  expect(await count("from history_changes where (new_values ->> 'sqmt')::numeric = 777")).toBe(
    ROWS,
  );
});
