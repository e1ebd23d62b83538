import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { bundledMigrations, SCHEMA_VERSION } from './migrate.server';

export type DatabaseState = 'ready' | 'database unavailable' | 'database of another release';

/** If there is no response within this time, the database counts as unavailable. */
const PROBE_LIMIT_MS = 3_000;
/**
 * Age of a version at which a call asks again for later calls, so that none waits while calls keep coming.
 */
const ASK_AFTER_MS = 1_000;
/** A version is trusted for this long: 5 s after an upgrade the old release serves no call. */
const TRUSTED_MS = 4_000;

const VERSION =
  'select count(*)::int as version, max(created_at) as newest from drizzle.__drizzle_migrations';

/**
 * Watches whether the schema is still this release's. A process that has found another one (`onOther`)
 * never looks again, since it is about to be replaced.
 */
export function watchSchema(pool: pg.Pool, onOther: (schema: object) => void) {
  const newest = bundledMigrations().at(-1)?.folderMillis;
  let state: DatabaseState = 'ready';
  let askedAt = Date.now();
  let asking: Promise<DatabaseState> | undefined;

  async function ask(): Promise<DatabaseState> {
    askedAt = Date.now();
    const late = sleep(PROBE_LIMIT_MS, null, { ref: false });
    const answer = pool.query<{ version: number; newest: string }>(VERSION).catch(() => null);
    const schema = (await Promise.race([answer, late]))?.rows[0];
    asking = undefined;
    if (!schema) return (state = 'database unavailable');
    if (schema.version === SCHEMA_VERSION && Number(schema.newest) === newest)
      return (state = 'ready');
    onOther({ schema_version: schema.version, own_schema_version: SCHEMA_VERSION });
    return (state = 'database of another release');
  }

  const isOther = () => state === 'database of another release';
  return {
    async probe(): Promise<DatabaseState> {
      return isOther() ? state : (asking ??= ask());
    },
    async isOther(): Promise<boolean> {
      const age = Date.now() - askedAt;
      if (!isOther() && age > ASK_AFTER_MS) asking ??= ask();
      if (age > TRUSTED_MS) await asking;
      return isOther();
    },
  };
}
