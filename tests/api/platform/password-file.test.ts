import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '~/platform/database/connect.server';
import { readSettings } from '~/platform/settings.server';
import { startEmbeddedPostgres } from '~/platform/postgres/embedded-postgres.server';
import { temporaryFolder } from '../../support/opened';
import { silentLog } from '../../support/silent-log';
import { ask, clusterOf, temporaryDataDir } from '../postgres/harness';

const folder = temporaryFolder();

/** Passwords with characters that an address must encode. */
const [FIRST, SECOND] = ['first @/?#%41 +&=', 'zweites Wörtchen %'];

/** A PostgreSQL that asks "panel" for a password over its socket. */
async function startAsking() {
  const dataDir = await temporaryDataDir();
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: silentLog });
  onTestFinished(server.stop);
  const run = (statement: string) => ask(server.connection, statement);
  const rules = join(clusterOf(dataDir), 'pg_hba.conf');
  await writeFile(rules, `local all panel scram-sha-256\n${await readFile(rules, 'utf8')}`);
  await run('select pg_reload_conf()');
  await run(`create role panel login password '${FIRST}'`);
  const { host, port, database } = server.connection;
  return { run, url: `postgres:///${database}?host=${host}&port=${port}&user=panel` };
}

test('a new connection takes the password that is in its file by then', async () => {
  const { run, url } = await startAsking();
  const file = join(folder, 'password');
  await writeFile(file, `${FIRST}\n`, { mode: 0o600 });
  const settings = readSettings({ DATABASE_URL: url, DATABASE_PASSWORD_FILE: file });
  const database = await openDatabase({ ...settings, log: silentLog, reachWithinMs: 0 });
  onTestFinished(database.close);
  const user = async (): Promise<unknown> =>
    (await database.pool.query<{ name: string }>('select current_user as name')).rows;
  /** Changes the password and ends the sessions that used the old one. */
  const change = async (password: string) => {
    await run(`alter role panel password '${password}'`);
    await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'panel'`);
    await expect.poll(() => database.pool.totalCount).toBe(0);
  };
  expect(await user()).toEqual([{ name: 'panel' }]);

  await change(SECOND);
  await expect(user()).rejects.toThrow('password authentication failed');
  await writeFile(file, SECOND);
  expect(await user()).toEqual([{ name: 'panel' }]);

  // While the file is being replaced, the password of before counts.
  await rm(file);
  await change(SECOND);
  expect(await user()).toEqual([{ name: 'panel' }]);
  await writeFile(file, '');
  await change(SECOND);
  expect(await user()).toEqual([{ name: 'panel' }]);
});

test('DATABASE_PASSWORD stands for the password that the address has not', async () => {
  const { url } = await startAsking();
  const settings = readSettings({ DATABASE_URL: url, DATABASE_PASSWORD: FIRST });
  const database = await openDatabase({ ...settings, log: silentLog, reachWithinMs: 0 });
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
  const wrong = readSettings({ DATABASE_URL: url, DATABASE_PASSWORD: SECOND });
  await expect(openDatabase({ ...wrong, log: silentLog, reachWithinMs: 0 })).rejects.toThrow(
    'rejected the user name or password. Correct DATABASE_URL or DATABASE_PASSWORD',
  );
});
