import { beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { createApi } from '~/rpc/embedded/app.server';
import { bulkImports, bulkRuns } from '~/platform/database/schema/bulk';
import { apartments } from '~/platform/database/schema/records';
import { bulkProgressSchema } from '~/imports/schema';
import { apiDeps, apiPerTest, callsOf, type Calls } from '../../support/api';
import { holdApartments, postRows } from '../../support/bulk';
import { openTransaction, waitingCalls } from '../../support/connections';
import { must } from '../../support/must';
import { insertCondo } from '../../support/places';

const first = apiPerTest();
/** Calls of a second API, which shares nothing but the database and its images with the first. */
let second: Calls;
let condo: number;

beforeEach(async () => {
  second = callsOf(createApi(apiDeps(first.db, first.mediaFolder)), first.token);
  condo = await insertCondo(first.db);
});

async function submit(by: Calls, count: number): Promise<{ status: number; body: unknown }> {
  const rows = Array.from({ length: count }, (_, index) => ({
    condo_id: condo,
    apartment_number: `U${index}`,
  }));
  const key = { 'idempotency-key': 'key' };
  const response = await postRows(by, 'apartment', JSON.stringify(rows), key);
  return { status: response.status, body: await response.json() };
}

const PROGRESS = '/admin/bulk-imports/progress/key';

/** The state that the other process reports. */
const stateElsewhere = async () => (await second.read(bulkProgressSchema, 'GET', PROGRESS)).state;

async function lastReport(): Promise<number> {
  const [run] = await first.db.select({ at: bulkRuns.updated_at }).from(bulkRuns);
  return must(run, 'running import').at.getTime();
}

const WAIT = { timeout: 60_000 };
const untilRunning = () => expect.poll(stateElsewhere, WAIT).toBe('running');

it('reports the progress of an import that another process runs, and cancels it', async () => {
  const release = await holdApartments(first);
  const sent = submit(first, 20);
  await untilRunning();
  expect((await second.call('DELETE', PROGRESS)).status).toBe(204);
  const cancelledAt = await lastReport();
  // A process learns that its import was cancelled when it reports its progress.
  await expect.poll(lastReport, WAIT).toBeGreaterThan(cancelledAt);
  await release();
  expect((await sent).status).toBe(409);
  expect(await first.db.$count(apartments)).toBe(0);
  expect(await stateElsewhere()).toBe('failed');
});

it('waits for the same submit that runs in another process', async () => {
  const release = await holdApartments(first);
  const sent = submit(first, 20);
  await untilRunning();
  const same = submit(second, 20);
  await release();
  expect(await same).toEqual({ status: 200, body: { created: 20, errors: [] } });
  expect((await sent).status).toBe(200);
  expect(await first.db.$count(apartments)).toBe(20);
});

it('an import takes over from a process that has died', async () => {
  await first.db.execute(sql`
    insert into bulk_runs (user_id, idempotency_key, hash, claim, done, updated_at)
    values (${first.adminId}, 'key', 'hash', gen_random_uuid(), 700, now() - interval '4 seconds')`);
  expect(await stateElsewhere()).toBe('running');
  expect(await submit(second, 3)).toEqual({ status: 200, body: { created: 3, errors: [] } });
});

it('creates rows once when a process that was taken for dead continues after all', async () => {
  // What every import of apartments waits for.
  const lock = 'select pg_advisory_xact_lock(1651861611, 2)';
  const commit = await openTransaction(first.database, lock);
  const slow = submit(first, 3);
  await waitingCalls(first.database, 1);
  await first.db.execute(sql`delete from bulk_runs`);
  const other = submit(second, 3);
  await waitingCalls(first.database, 2);
  await commit();
  const once = { status: 200, body: { created: 3, errors: [] } };
  expect(await Promise.all([slow, other])).toEqual([once, once]);
  expect(await first.db.$count(apartments)).toBe(3);
  expect(await first.db.$count(bulkImports)).toBe(1);
});
