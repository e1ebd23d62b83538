import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '~/api/db/schema';
import { createTestApi, insertUser } from '../../support/api';
import { perFile } from '../../support/opened';

const api = perFile(createTestApi);

/** Resolves once somebody waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await api.database.pool.query(
        'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      );
      return rows.length;
    })
    .toBe(1);
}

test('a call that PostgreSQL ends since it and another one wait for each other is answered 503, and can be repeated', async () => {
  const user = await insertUser(api.db);
  let removed: Promise<Response> | undefined;
  await api.db.transaction(async (tx) => {
    // The call locks the administrator and waits for this row. The one that waits longer looks for the deadlock first.
    await tx.select().from(users).where(eq(users.id, user)).for('update');
    removed = api.call('DELETE', `/admin/users/${user}`);
    await untilSomebodyWaits();
    await tx.execute(sql`select from users where id = ${api.adminId} for update`);
  });
  expect(removed).toBeDefined();
  const answer = await removed;
  expect(answer?.status).toBe(503);
  expect(await answer?.json()).toMatchObject({
    detail: 'Someone else changed the same records at this moment. Nothing was changed: try again',
  });
  expect(answer?.headers.get('retry-after')).toBe('10');
  expect((await api.call('DELETE', `/admin/users/${user}`)).status).toBe(204);
});
