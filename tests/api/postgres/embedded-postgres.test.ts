import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { isAlive } from '~/postgres/pid-file.server';
import { startEmbeddedPostgres } from '~/postgres/embedded-postgres.server';
import { silentLog } from '../../support/silent-log';
import {
  ask,
  canIsolate,
  clusterOf,
  dataDirWithDatabase,
  killServer,
  serverPid,
  startClient,
  startInnocentProgram,
  temporaryDataDir,
  until,
  untilGone,
} from './harness';

// Each start of a process and of a server counts on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

test('the server sorts by Unicode, knows accents, and has trigrams for every script', async () => {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: await dataDirWithDatabase(),
    log: silentLog,
    durable: false,
  });
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
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: await dataDirWithDatabase(),
    log: silentLog,
    durable: false,
  });
  expect(await ask(connection, "select current_setting('listen_addresses')")).toBe('');
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  await stop();
});

test('two processes that start at once share one server', async () => {
  const dataDir = await temporaryDataDir();
  const clients = [startClient(dataDir), startClient(dataDir)];
  const connections = await Promise.all(clients.map(({ ready }) => ready));
  const started = connections.map((one) => ask(one, 'select pg_postmaster_start_time()::text'));
  const [first, second] = await Promise.all(started);
  expect(first).toBe(second);
  expect(
    clients.flatMap(({ log }) => log).filter((line) => line.startsWith('Creating')),
  ).toHaveLength(1);
  await Promise.all(clients.map(({ stop }) => stop()));
});

test('the last client out stops the server', async () => {
  const dataDir = await dataDirWithDatabase();
  const [first, second] = [startClient(dataDir), startClient(dataDir)];
  await Promise.all([first.ready, second.ready]);
  const pid = await serverPid(dataDir);

  await first.stop();
  expect(isAlive(pid)).toBe(true);
  expect(await ask(await second.ready, 'select 1')).toBe(1);

  await second.stop();
  await untilGone(pid);
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});

test('a killed client does not keep the server from stopping', async () => {
  const dataDir = await dataDirWithDatabase();
  const [killed, last] = [startClient(dataDir), startClient(dataDir)];
  await Promise.all([killed.ready, last.ready]);
  await killed.kill();
  await last.stop();
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});

test('after kill -9 of Node the next start adopts the server that runs on', async () => {
  const dataDir = await dataDirWithDatabase();
  const killed = startClient(dataDir);
  await ask(await killed.ready, "create table notes as select 'kept' as note");
  const pid = await serverPid(dataDir);
  await killed.kill();
  expect(isAlive(pid)).toBe(true);

  const next = startClient(dataDir);
  expect(await ask(await next.ready, 'select note from notes')).toBe('kept');
  expect(await serverPid(dataDir)).toBe(pid);
  expect(next.log).toEqual([]);
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

  const next = startClient(dataDir);
  expect(await ask(await next.ready, 'select 1')).toBe(1);
  await next.stop();
  const again = startClient(dataDir);
  expect(await ask(await again.ready, 'select 1')).toBe(1);
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
      const client = startClient(dataDir, { durable: true, isolated: true });
      expect(await ask(await client.ready, 'select 1')).toBe(1);
      numbers.push(await serverPid(dataDir));
      await client.kill();
    }
    expect(new Set(numbers).size).toBeLessThan(numbers.length);
  },
);

test.skipIf(!canIsolate)('a database that another container uses is left alone', async () => {
  const dataDir = await dataDirWithDatabase();
  const first = startClient(dataDir, { isolated: true });
  await ask(await first.ready, "create table notes as select 'kept' as note");
  const second = startClient(dataDir, { isolated: true });
  await expect(second.ready).rejects.toThrow(/DataDirInUseError: .* in use in another container/);
  expect(await ask(await first.ready, 'select note from notes')).toBe('kept');
  await first.stop();

  const next = startClient(dataDir, { isolated: true });
  expect(await ask(await next.ready, 'select note from notes')).toBe('kept');
  await next.stop();
});

test('a server whose socket was tidied away is restarted', async () => {
  const dataDir = await dataDirWithDatabase();
  const killed = startClient(dataDir);
  const { host } = await killed.ready;
  const pid = await serverPid(dataDir);
  await killed.kill();
  await rm(join(host, '.s.PGSQL.5432'));

  const next = startClient(dataDir);
  expect(await ask(await next.ready, 'select 1')).toBe(1);
  expect(await serverPid(dataDir)).not.toBe(pid);
  await next.stop();
});

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
  await killServer(dataDir);

  const second = startClient(dataDir);
  expect(await ask(await second.ready, 'select 1')).toBe(1);
  await busy;
  await Promise.all([first.stop(), second.stop()]);
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
});
