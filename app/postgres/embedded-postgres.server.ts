import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import pg from 'pg';

import type { Log } from '../lib/log.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import { findPostgresPackage } from './binaries.server.ts';
import {
  clusterVersion,
  prepareDataDirectory,
  type DataDirectory,
} from './data-directory.server.ts';
import { rebuildSortedIndexes } from './collations.server.ts';
import { createCluster, DATABASE_NAME, passwordFile } from './cluster.server.ts';
import { endServerAtExit, keepServerAlive, onProcessExit } from './keep-alive.server.ts';
import {
  acquireAppLock,
  registerClient,
  tryExclusiveLock,
  withServerLock,
  type HeldLock,
} from './locks.server.ts';
import type { PidFile } from './pid-file.server.ts';
import { usableBinaries } from './runtime.server.ts';
import { findRunningServer, startServer, stopServer } from './server-process.server.ts';

const CONNECTION_TIMEOUT_MS = 10_000;

export interface EmbeddedPostgresOptions {
  /** The data directory; the database is in its folder "postgres". */
  dataDir: string;
  log: Log;
  /** False trades safety from power cuts for speed. Tests only. */
  durable?: boolean;
  /** This process is the application, not a tool: a second such process is rejected. */
  application?: boolean;
  /** Neither creates a database nor sets one up: for tools whose data is the panel's. */
  existing?: boolean;
}

/** How to connect, as options of pg's pool. */
export interface EmbeddedConnection {
  /** The folder of the socket; on Windows 127.0.0.1. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Restarts the server whenever it dies, until `stop`; reports how to connect from then on. */
  keepAlive: (onRestart: (connection: EmbeddedConnection) => void) => void;
  /** Disconnects this client. The last client of all processes stops the server. */
  stop: () => Promise<void>;
}

/**
 * Provides a PostgreSQL 18 in `dataDir`: creates it at the first start, starts it when it is not
 * running, and shares it when another process started it or a killed one left it running. The server
 * is a separate process; after kill -9 of this one the next start finds it. Any number of processes
 * may start and stop at the same moment.
 *
 * @throws DatabaseUnavailableError, DataDirInUseError, DataDirUnusableError with a text for the operator.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, application = false, existing = false } = options;
  const found = findPostgresPackage();
  if (existing && !existsSync(dataDir)) throw noDatabase(dataDir);
  const directory = await prepareDataDirectory(dataDir, log);
  const { folder, user } = directory;
  const held: HeldLock[] = [];
  try {
    if (application) held.push(await acquireAppLock(folder));
    return await withServerLock(folder, async () => {
      held.push(registerClient(folder));
      const binaries = await usableBinaries(found, folder, user, log);
      const setup: Setup = { directory, binaries, durable, existing, log };
      try {
        await ensureCluster(directory, found.major, () => {
          if (existing) throw noDatabase(dataDir);
          return createCluster(directory, binaries, durable, log);
        });
        return await joinServer(setup, held);
      } catch (error) {
        await leaveServer(setup, held);
        throw error;
      }
    });
  } catch (error) {
    release(held);
    throw error;
  }
}

/** What it takes to start and stop the server of one data directory. */
interface Setup {
  directory: DataDirectory;
  binaries: string;
  durable: boolean;
  existing: boolean;
  log: Log;
}

/** Starts the server, or finds it running. Acquire the server lock first. */
async function joinServer(setup: Setup, held: readonly HeldLock[]): Promise<EmbeddedPostgres> {
  const { directory, existing, log } = setup;
  let server = await findOrStart(setup);
  const connection = await describeConnection(directory, server);
  if (!existing) await ensureDatabase(connection, log);

  const watch = new AbortController();
  const cancelExitWork = onProcessExit(() => {
    release(held);
    endServerAtExit(directory, server);
  });
  async function restart(onRestart: (connection: EmbeddedConnection) => void): Promise<void> {
    if (watch.signal.aborted) return;
    server = await findOrStart(setup);
    onRestart(await describeConnection(directory, server));
  }
  let stopped: Promise<void> | undefined;
  return {
    connection,
    keepAlive: (onRestart) =>
      void keepServerAlive({
        directory,
        log,
        signal: watch.signal,
        current: () => server,
        restart: () => withServerLock(directory.folder, () => restart(onRestart)),
      }),
    stop: () => {
      watch.abort();
      cancelExitWork();
      return (stopped ??= withServerLock(directory.folder, () => leaveServer(setup, held)));
    },
  };
}

async function findOrStart({ directory, binaries, durable, log }: Setup): Promise<PidFile> {
  return (
    (await findRunningServer(directory, binaries, log)) ??
    startServer(directory, binaries, durable, log)
  );
}

/** Gives up this process's use of the server, and stops it if nobody else uses it. Acquire the server lock first. */
async function leaveServer(
  { directory, binaries, log }: Setup,
  held: readonly HeldLock[],
): Promise<void> {
  release(held);
  const exclusiveLock = tryExclusiveLock(directory.folder);
  if (exclusiveLock === undefined) return;
  try {
    await stopServer(directory, binaries, log);
  } finally {
    exclusiveLock.release();
  }
}

function release(held: readonly HeldLock[]): void {
  for (const lock of held) lock.release();
}

async function ensureCluster(
  directory: DataDirectory,
  major: number,
  create: () => Promise<void>,
): Promise<void> {
  const version = await clusterVersion(directory);
  if (version === undefined) return create();
  if (version === major) return;
  throw new DatabaseUnavailableError(
    `The database in ${directory.folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}. ` +
      'Move its content with export-data of the release that made it (docs/deploy.md, "The next PostgreSQL"), start that release, ' +
      'or set DATA_DIR to another folder.',
  );
}

function noDatabase(dataDir: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `There is no database in ${dataDir}. Set DATA_DIR to the folder that the panel uses, or set DATABASE_URL.`,
  );
}

async function describeConnection(
  directory: DataDirectory,
  server: PidFile,
): Promise<EmbeddedConnection> {
  const common = { port: server.port, user: DATABASE_NAME, database: DATABASE_NAME };
  if (process.platform !== 'win32') return { ...common, host: server.socketFolder };
  return {
    ...common,
    host: '127.0.0.1',
    password: await readFile(passwordFile(directory), 'utf8'),
  };
}

/**
 * Creates the application's database unless it exists; an earlier start may have been interrupted before this. Its
 * indexes fit the binaries afterwards.
 */
async function ensureDatabase(connection: EmbeddedConnection, log: Log): Promise<void> {
  const { database } = connection;
  try {
    await withClient({ ...connection, database: 'postgres' }, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        database,
      ]);
      if (rowCount === 0) await client.query(`create database ${database}`);
    });
    await withClient(connection, (client) => rebuildSortedIndexes(client, database, log));
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The embedded database runs but cannot be used at ${connection.host}: ${String(error)}. ` +
        'See server.log in DATA_DIR/postgres.',
      { cause: error },
    );
  }
}

async function withClient(
  connection: EmbeddedConnection,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // A broken connection is reported twice, and the query's rejection is enough.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
