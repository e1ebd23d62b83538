import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AdminApi } from '../e2e/support/admin-api';
import type { Settings } from '../e2e/support/server-process';
import { must } from '../support/must';
import { startPgBouncer, type TestPooler } from '../support/pooler';
import { startProduction } from '../support/production-panel';
import { freePort } from '../support/production-process';
import { startMovingProxy } from './moving-proxy';
import { ACCOUNT, PostgresServer } from './postgres-server';
import { Writer } from './writer';

/** Time in which a panel must write again once a server takes changes. */
const AGAIN_WITHIN_MS = 5_000;
/** Limit of every wait. A long one, since only a failing test waits to the end. */
const LIMIT = { timeout: 4 * 60_000, interval: 50 };
const SOME = 20;
const MANY = 40;
/** A panel that is connected directly may fail once for each of its connections to a standby. */
const POOL_SIZE = 4;

/** Settings of docs/deploy.md, "PgBouncer before a cluster". */
const POOLER_SETTINGS = ['server_login_retry = 1', 'server_connect_timeout = 3'];

const closing: Array<() => Promise<unknown>> = [];
let primary: PostgresServer;
let standby: PostgresServer;
let proxy: Awaited<ReturnType<typeof startMovingProxy>>;
let pooler: TestPooler;
let writers: Writer[];

/** The address of a production process on this database. */
async function startPanel(dataDir: string, databasePort: number, settings: Settings) {
  const { host, user, database } = primary.address();
  const DATABASE_URL = `postgres://${user}@${host}:${databasePort}/${database}`;
  const panel = await startProduction(dataDir, { settings: { DATABASE_URL, ...settings } });
  closing.push(() => panel.close({ killAfterMs: 20_000 }));
  return panel.url;
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-failover-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  primary = await PostgresServer.startPrimary(folder);
  closing.push(() => primary.kill());
  standby = await primary.startStandby(folder);
  closing.push(() => standby.kill());
  proxy = await startMovingProxy(primary.port);
  closing.push(() => proxy.close());
  pooler = await startPgBouncer({
    program: must(process.env.PGBOUNCER, 'PGBOUNCER'),
    server: primary.address(proxy.port),
    port: await freePort(),
    account: ACCOUNT,
    settings: [...POOLER_SETTINGS, `admin_users = ${primary.address().user}`],
  });
  closing.push(() => pooler.close());
  const dataDir = join(folder, 'data');
  const direct = await startPanel(dataDir, proxy.port, { DATABASE_POOL_SIZE: String(POOL_SIZE) });
  const pooled = await startPanel(dataDir, pooler.port, { DATABASE_POOLER: 'transaction' });
  const { token } = (await AdminApi.signIn(direct)).session;
  writers = [new Writer('direct', direct, token), new Writer('pooled', pooled, token)];
  closing.push(() => Promise.all(writers.map((writer) => writer.stop())));
});

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Waits until each panel has had so many changes acknowledged that began since then. */
async function untilWritten(since: number, count = SOME): Promise<void> {
  for (const writer of writers) {
    const acknowledged = () => writer.acknowledged(since).length;
    await vi.waitFor(() => expect(acknowledged()).toBeGreaterThanOrEqual(count), LIMIT);
  }
}

/** Waits until each panel was told by a server that it takes no changes. */
async function untilRejected(since: number): Promise<void> {
  for (const writer of writers) {
    const rejected = () =>
      writer.failed(since).some(({ text }) => text.includes('takes no changes'));
    await vi.waitFor(() => expect(rejected()).toBe(true), LIMIT);
  }
}

/**
 * Returns for each panel whether it wrote again in time and then failed no more, counted from the
 * moment when a server takes changes.
 */
async function writesAgain(since: number) {
  await untilWritten(since);
  await untilWritten(since + AGAIN_WITHIN_MS, MANY);
  return writers.map((writer) => {
    const { ended } = must(writer.acknowledged(since)[0], 'acknowledged change');
    const late = writer.failed(since + AGAIN_WITHIN_MS).length;
    const failed = writer.failed(since).length;
    console.log(
      `${writer.panel}: writes again after ${ended - since} ms, ${failed} failed, ${late} of them late`,
    );
    const allowed = writer.panel === 'direct' ? POOL_SIZE : 0;
    return { isSoon: ended - since <= AGAIN_WITHIN_MS, failsNoMore: late <= allowed };
  });
}

const AS_BEFORE = { isSoon: true, failsNoMore: true };

/**
 * Sends PgBouncer the command of the tool that promotes a server. Without it PgBouncer keeps its old
 * connections.
 */
async function reconnectPooler(): Promise<void> {
  const client = new pg.Client({ ...primary.address(pooler.port), database: 'pgbouncer' });
  await client.connect();
  await client.query('reconnect');
  await client.end();
}

test('a panel leaves its connections to a server that is a standby, which nobody ends', async () => {
  await untilWritten(0);
  const moved = Date.now();
  proxy.moveTo(standby.port);
  proxy.cut();
  await untilRejected(moved);
  proxy.moveTo(primary.port);
  await reconnectPooler();
  expect(await writesAgain(Date.now())).toEqual([AS_BEFORE, AS_BEFORE]);
});

test('a standby takes over from a primary that was killed: nothing acknowledged is lost', async () => {
  proxy.moveTo(primary.port);
  proxy.cut();
  await untilWritten(Date.now());
  const killed = Date.now();
  await primary.kill();
  proxy.moveTo(standby.port);
  await untilRejected(killed);
  await standby.promote();
  expect(await writesAgain(Date.now())).toEqual([AS_BEFORE, AS_BEFORE]);
  for (const writer of writers) {
    await writer.stop();
    const listed = await writer.listed();
    const lost = writer.acknowledged().filter(({ name }) => !listed.has(name));
    const unsure = writer.failed().filter(({ name }) => listed.has(name));
    console.log(
      `${writer.panel}: ${writer.acknowledged().length} acknowledged, ${lost.length} lost, ` +
        `${unsure.length} of ${writer.failed().length} failed ones there all the same`,
    );
    expect(lost).toEqual([]);
  }
});
