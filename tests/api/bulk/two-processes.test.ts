import { beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { createApi, type Api } from '~/api/app.server';
import { bulkImports, bulkRuns } from '~/api/db/bulk-schema';
import { apartments } from '~/api/db/schema';
import { bulkProgressSchema } from '~/contract/bulk-imports';
import { createRequest, createTestApi, apiDeps } from '../../support/api';
import { holdApartments, postRows } from '../../support/bulk';
import { must } from '../../support/must';
import { insertCondo } from '../../support/places';
import { perTest } from '../../support/opened';

/** A second API on the same database, which shares nothing else with the first. */
const first = perTest(createTestApi);
let second: Api;
let condo: number;

beforeEach(async () => {
  second = createApi(apiDeps(first.db, first.mediaFolder));
  condo = await insertCondo(first.db);
});

async function submit(api: Api, count: number): Promise<{ status: number; body: unknown }> {
  const rows = Array.from({ length: count }, (_, index) => ({
    condo_id: condo,
    apartment_number: `U${index}`,
  }));
  const by = { fetch: (request: Request) => api.fetch(request), token: first.token };
  const key = { 'idempotency-key': 'key' };
  const response = await postRows(by, 'apartment', JSON.stringify(rows), key);
  return { status: response.status, body: await response.json() };
}

const PROGRESS = '/admin/bulk-imports/progress/key';

/** The state that the other process reports. */
async function stateElsewhere(): Promise<string> {
  const response = await second.fetch(createRequest('GET', PROGRESS, undefined, first.token));
  return bulkProgressSchema.parse(await response.json()).state;
}

async function lastReport(): Promise<number> {
  const [run] = await first.db.select({ at: bulkRuns.updated_at }).from(bulkRuns);
  return must(run, 'running import').at.getTime();
}

const WAIT = { timeout: 20_000 };
const untilRunning = () => expect.poll(stateElsewhere, WAIT).toBe('running');

it('reports the progress of an import that another process runs, and cancels it', async () => {
  const release = await holdApartments(first);
  const sent = submit(first, 20);
  await untilRunning();
  const cancelled = await second.fetch(createRequest('DELETE', PROGRESS, undefined, first.token));
  expect(cancelled.status).toBe(204);
  const asked = await lastReport();
  // Reporting is when a process learns that its import was cancelled.
  await expect.poll(lastReport, WAIT).toBeGreaterThan(asked);
  await release();
  expect((await sent).status).toBe(409);
  expect(await first.db.$count(apartments)).toBe(0);
  expect(await stateElsewhere()).toBe('failed');
});

it('waits for the same submit that another process is at', async () => {
  const release = await holdApartments(first);
  const sent = submit(first, 20);
  await untilRunning();
  const same = submit(second, 20);
  await release();
  expect(await same).toEqual({ status: 200, body: { created: 20, errors: [] } });
  expect((await sent).status).toBe(200);
  expect(await first.db.$count(apartments)).toBe(20);
});

it('takes over from a process that has died', async () => {
  await first.db.execute(sql`
    insert into bulk_runs (user_id, idempotency_key, hash, claim, done, updated_at)
    values (${first.adminId}, 'key', 'hash', gen_random_uuid(), 700, now() - interval '4 seconds')`);
  expect(await stateElsewhere()).toBe('running');
  expect(await submit(second, 3)).toEqual({ status: 200, body: { created: 3, errors: [] } });
});

it('creates rows once when a process that was taken for dead continues after all', async () => {
  const held = await first.database.pool.connect();
  try {
    await held.query('begin');
    // What every import of apartments waits for.
    await held.query('select pg_advisory_xact_lock(1651861611, 2)');
    const waiting = async () => {
      const { rowCount } = await held.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      );
      return rowCount;
    };
    const slow = submit(first, 3);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await first.db.execute(sql`delete from bulk_runs`);
    const other = submit(second, 3);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    await held.query('commit');
    const once = { status: 200, body: { created: 3, errors: [] } };
    expect(await Promise.all([slow, other])).toEqual([once, once]);
    expect(await first.db.$count(apartments)).toBe(3);
    expect(await first.db.$count(bulkImports)).toBe(1);
  } finally {
    await held.query('rollback');
    held.release();
  }
});
