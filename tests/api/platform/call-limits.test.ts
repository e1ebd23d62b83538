import { expect, test } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { callsOf, createRequest, createTestApi } from '../../support/api';
import { aCondo } from '../../support/builders';
import { openTransaction } from '../../support/connections';
import { createTestDatabase } from '../../support/database';
import { formOf } from '../../support/form-of';
import { forThisTest } from '../../support/opened';

const CONDO = aCondo();

/** An API whose calls have half a second. */
async function createHastyApi() {
  const { deps, database, token } = await forThisTest(createTestApi());
  const api = createApi(deps, { callLimitMs: 500 });
  return { api, database, token, ...callsOf(api, token) };
}

test('the time that a client takes to send its form is not the database’s', async () => {
  const { api, token } = await createHastyApi();
  const whole = createRequest('POST', '/admin/condos', formOf(CONDO), token);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const { url, headers } = whole;
  headers.set('content-length', String(bytes.length));
  const slow = { method: 'POST', headers, body, duplex: 'half' };
  expect((await api.fetch(new Request(url, slow))).status).toBe(201);
});

test('a call is answered when its time is up, an import has a time of its own', async () => {
  const { call, database } = await createHastyApi();
  const commit = await openTransaction(database, 'lock table condos in exclusive mode');
  const form = formOf({ type: 'condo', rows: JSON.stringify([{ ...CONDO, row_number: 2 }]) });
  const importing = call('POST', '/admin/bulk-create', form);
  const started = Date.now();
  expect((await call('POST', '/admin/condos', CONDO)).status).toBe(503);
  expect(Date.now() - started).toBeLessThan(15_000);
  // The other call's statement may still wait, too.
  const inserting = `select from pg_stat_activity where datname = current_database()
                      and wait_event_type = 'Lock' and query not like 'insert into "condos"%'`;
  await expect.poll(async () => (await database.pool.query(inserting)).rowCount).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await commit();
  const imported = await importing;
  expect(await imported.json()).toEqual({ created: 1, errors: [] });
});

test('a client that is suspended in a transaction loses it, and dead connections are detected', async () => {
  const target = await forThisTest(createTestDatabase());
  const { rows } = await target.pool.query(
    "select current_setting('idle_in_transaction_session_timeout') as ends",
  );
  expect(rows).toEqual([{ ends: '1min' }]);
  expect(target.pool.options.keepAlive).toBe(true);
});
