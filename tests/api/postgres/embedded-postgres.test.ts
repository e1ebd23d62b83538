import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { isAlive } from '~/platform/postgres/pid-file.server';
import { startEmbeddedPostgres } from '~/platform/postgres/embedded-postgres.server';
import { silentLog } from '../../support/silent-log';
import {
  ask,
  canIsolate,
  clusterOf,
  dataDirsWithDatabase,
  killServer,
  serverPid,
  startAnswering,
  startClient,
  startInnocentProgram,
  temporaryDataDir,
  until,
  untilGone,
} from './harness';

const dataDirWithDatabase = dataDirsWithDatabase();

test('a fresh start creates a durable database, a warm start finds it again', async () => {
  const dataDir = await temporaryDataDir();
  const fresh = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await ask(fresh.connection, "create table notes as select 'kept' as note");
  expect(await ask(fresh.connection, "select current_setting('fsync')")).toBe('on');
  await fresh.stop();
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);

  const warm = await startEmbeddedPostgres({ dataDir, log: silentLog });
  expect(await ask(warm.connection, 'select note from notes')).toBe('kept');
  await warm.stop();
});

/** A server of this process, whose database is empty. */
async function startHere() {
  const dataDir = await dataDirWithDatabase();
  return startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
}

test('the server sorts by Unicode, knows accents, and has trigrams for every script', async () => {
  const { connection, stop } = await startHere();
  await ask(connection, 'create extension pg_trgm');
  await ask(connection, 'create extension unaccent');
  const sorted = `select string_agg(name, ' ' order by name collate "und-x-icu")
                    from (values ('Zug'), ('Élan'), ('emil'), ('Öl'), ('Ost')) as names (name)`;
  expect(await ask(connection, sorted)).toBe('Élan emil Öl Ost Zug');
  expect(await ask(connection, "select unaccent('Zürich')")).toBe('Zurich');
  expect(await ask(connection, "select similarity('Квартира', 'квартира')")).toBe(1);
  await stop();
});

test('nothing listens on the network, and only the account of the server may enter its socket', async () => {
  const { connection, stop } = await startHere();
  expect(await ask(connection, "select current_setting('listen_addresses')")).toBe('');
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  await stop();
});

test('a second application is rejected, with the process of the first', async () => {
  const dataDir = await dataDirWithDatabase();
  const [first, second] = [startClient(dataDir), startClient(dataDir)];
  const outcomes = await Promise.allSettled([first.ready, second.ready]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [owner, other] = outcomes[0].status === 'fulfilled' ? [first, second] : [second, first];
  await expect(other.ready).rejects.toThrow(
    `DataDirInUseError: Another Condo Admin (process ${owner.process.pid}) serves ${dataDir}`,
  );
  await owner.stop();
});

test('a command joins the server of the application, which ends with the application', async () => {
  const dataDir = await temporaryDataDir();
  const application = startClient(dataDir);
  // While the database is being created.
  await until(() => application.log.includes('Creating the embedded database'));
  const command = await startAnswering(dataDir, { application: false });
  expect(command.log).not.toContain('Creating the embedded database');
  const pid = await serverPid(dataDir);

  await command.stop();
  expect(await ask(await application.ready, 'select 1')).toBe(1);
  await application.stop();
  await untilGone(pid);
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});

test.each([
  ['another command', false],
  ['the application', true],
])('%s waits for a command that uses the database, and says so', async (_who, application) => {
  const dataDir = await dataDirWithDatabase();
  const command = startClient(dataDir, { application: false });
  const pid = await command.ready.then(() => serverPid(dataDir));
  const next = startClient(dataDir, { application });
  await until(() => next.log.includes('Waiting for another process that uses the database'));
  // Longer than an application waits for another one.
  await new Promise((resolve) => setTimeout(resolve, application ? 3_000 : 0));
  await command.stop();
  expect(await ask(await next.ready, 'select 1')).toBe(1);
  expect(await serverPid(dataDir)).not.toBe(pid);
  await next.stop();
});

test('a process that ends without stopping its server does not leave it running', async () => {
  const dataDir = await dataDirWithDatabase();
  const client = startClient(dataDir);
  const pid = await client.ready.then(() => serverPid(dataDir));
  client.process.send('exit');
  await untilGone(pid);
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});

test.each([
  ['', async () => undefined],
  [' and somebody tidied its socket away', (host: string) => rm(join(host, '.s.PGSQL.5432'))],
])('after kill -9 of Node%s the next start restarts the server', async (_case, harm) => {
  const dataDir = await dataDirWithDatabase();
  const killed = startClient(dataDir, { durable: true });
  const connection = await killed.ready;
  await ask(connection, "create table notes as select 'kept' as note");
  // Nobody waits for its result any more.
  void ask(connection, 'select pg_sleep(600)').catch(() => undefined);
  const pid = await serverPid(dataDir);
  await killed.kill();
  expect(isAlive(pid)).toBe(true);
  await harm(connection.host);

  const next = startClient(dataDir);
  expect(await ask(await next.ready, 'select note from notes')).toBe('kept');
  expect(await serverPid(dataDir)).not.toBe(pid);
  await next.stop();
});

test.each([
  ['as soon as initdb begins', 0],
  ['in the middle of initdb', 300],
  ['late in initdb', 700],
])('after kill -9 %s the next start creates the database', async (_moment, afterMs) => {
  const dataDir = await temporaryDataDir();
  const folder = dirname(clusterOf(dataDir));
  const drafts = async () => {
    const names = existsSync(folder) ? await readdir(folder) : [];
    return names.filter((name) => name.startsWith('data.new-'));
  };
  const killed = startClient(dataDir);
  await until(async () => (await drafts()).length > 0);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await killed.kill();

  const next = await startAnswering(dataDir);
  await next.stop();
  const again = await startAnswering(dataDir);
  expect(again.log).not.toContain('Creating the embedded database');
  await again.stop();
});

test('a server that was killed recovers, though its process number belongs to another program now', async () => {
  const dataDir = await dataDirWithDatabase();
  const killed = startClient(dataDir, { durable: true });
  const { host } = await killed.ready;
  await ask(await killed.ready, "create table notes as select 'kept' as note");
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  await killed.kill();
  await killServer(dataDir);
  const innocent = await startInnocentProgram(dataDir);
  const stale = (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(innocent.pid));
  await writeFile(pidFile, stale);
  await writeFile(join(host, '.s.PGSQL.5432.lock'), stale);

  const next = startClient(dataDir);
  expect(await ask(await next.ready, 'select note from notes')).toBe('kept');
  await next.stop();
  expect(innocent.exitCode ?? innocent.signalCode).toBeNull();
});

test.skipIf(!canIsolate)(
  'in a container that was killed the next server, which gets the same number, is waited for',
  async () => {
    const dataDir = await dataDirWithDatabase();
    const numbers: number[] = [];
    for (let start = 0; start < 4; start += 1) {
      const client = await startAnswering(dataDir, { durable: true, isolated: true });
      numbers.push(await serverPid(dataDir));
      await client.kill();
    }
    expect(new Set(numbers).size).toBeLessThan(numbers.length);
  },
);

test.skipIf(!canIsolate)(
  'a database is left alone that another container uses, whose lock is not seen',
  async () => {
    const dataDir = await dataDirWithDatabase();
    const first = startClient(dataDir, { isolated: true });
    await ask(await first.ready, "create table notes as select 'kept' as note");
    // As on a volume of another machine: whoever opens the name opens another file.
    await rm(join(dirname(clusterOf(dataDir)), 'application.lock'));
    const second = startClient(dataDir, { isolated: true });
    await expect(second.ready).rejects.toThrow(/DataDirInUseError: .* in use in another container/);
    expect(await ask(await first.ready, 'select note from notes')).toBe('kept');
    await first.stop();

    const next = startClient(dataDir, { isolated: true });
    expect(await ask(await next.ready, 'select note from notes')).toBe('kept');
    await next.stop();
  },
);

test('a killed server is started again while one of its statements still runs', async () => {
  const dataDir = await dataDirWithDatabase();
  const first = startClient(dataDir);
  // Too busy to notice that its server is gone.
  const busy = ask(
    await first.ready,
    "select count(*) from generate_series(1, 1000000) n where md5(md5(md5(n::text))) > 'f'",
  ).catch(() => 'cut off');
  await until(async () => {
    const running = "select count(*)::int from pg_stat_activity where query like '%md5(md5%'";
    return (await ask(await first.ready, running)) === 2;
  });
  await first.kill();
  await killServer(dataDir);

  const second = await startAnswering(dataDir);
  await busy;
  await second.stop();
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});

test('a server that cannot be restarted is said once, then once a minute with the count', async () => {
  const dataDir = await dataDirWithDatabase();
  const errors: Array<[data: object, message: string]> = [];
  const log = {
    ...silentLog,
    error: (data: object, message: string) => errors.push([data, message]),
  };
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  let restarts = 0;
  server.keepAlive(() => void (restarts += 1));
  let offset = 0;
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  onTestFinished(() => clock.mockRestore());

  const version = join(clusterOf(dataDir), 'PG_VERSION');
  await rename(version, `${version}.away`);
  await killServer(dataDir);
  await until(() => errors.length === 2);
  expect(errors[0]?.[1]).toBe('The embedded database has stopped: restarting it');
  expect(errors[1]?.[0]).toHaveProperty('err');
  offset = 60_000;
  await until(() => errors.length > 2);
  const [data, message] = errors[2] ?? [];
  expect(message).toBe('The embedded database could not be restarted yet');
  expect(Object.keys(data ?? {})).toEqual(['failures', 'reason']);

  await rename(`${version}.away`, version);
  await until(() => restarts === 1);
  expect(errors).toHaveLength(3);
  await server.stop();
});
