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
import { createCluster, DATABASE_NAME, passwordFile } from './cluster.server.ts';
import { endServerAtExit, keepServerAlive, onProcessExit } from './keep-alive.server.ts';
import {
  acquireAppLock,
  tryExclusiveLock,
  registerClient,
  acquireServerLock,
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
  const { dataDir, log, durable = true, application = false } = options;
  const found = findPostgresPackage();
  const directory = await prepareDataDirectory(dataDir, log);

  const appLock = application ? await acquireAppLock(directory.folder) : undefined;
  const serverLock = await acquireServerLock(directory.folder);
  try {
    const client = registerClient(directory.folder);
    const binaries = await usableBinaries(found, directory.folder, directory.user, log);
    const leave = async () => {
      appLock?.release();
      client.release();
      const exclusiveLock = tryExclusiveLock(directory.folder);
      if (exclusiveLock === undefined) return;
      try {
        await stopServer(directory, binaries, log);
      } finally {
        exclusiveLock.release();
      }
    };
    try {
      await ensureCluster(directory, found.major, () =>
        createCluster(directory, binaries, durable, log),
      );
      const bringUp = async () =>
        (await findRunningServer(directory, binaries, log)) ??
        (await startServer(directory, binaries, durable, log));
      let server = await bringUp();
      const connection = await describeConnection(directory, server);
      await ensureDatabase(connection);

      const watch = new AbortController();
      const forgetExit = onProcessExit(() => {
        appLock?.release();
        client.release();
        endServerAtExit(directory, server);
      });
      let stopped: Promise<void> | undefined;
      return {
        connection,
        keepAlive: (onRestart) =>
          void keepServerAlive({
            directory,
            log,
            signal: watch.signal,
            current: () => server,
            restart: () =>
              withServerLock(directory, async () => {
                if (watch.signal.aborted) return;
                server = await bringUp();
                onRestart(await describeConnection(directory, server));
              }),
          }),
        stop: () => {
          watch.abort();
          forgetExit();
          return (stopped ??= withServerLock(directory, leave));
        },
      };
    } catch (error) {
      await leave();
      throw error;
    }
  } catch (error) {
    appLock?.release();
    throw error;
  } finally {
    serverLock.release();
  }
}

async function withServerLock(
  directory: DataDirectory,
  action: () => Promise<void>,
): Promise<void> {
  const serverLock = await acquireServerLock(directory.folder);
  try {
    await action();
  } finally {
    serverLock.release();
  }
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
      `Move its content over with pg_dump and psql, or start with the release that made it.`,
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

/** Creates the application's database unless it exists; an earlier start may have been interrupted before this. */
async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // A broken connection is reported twice, and the query's rejection is enough.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ]);
    if (rowCount === 0) await client.query(`create database ${connection.database}`);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The embedded database runs but does not answer at ${connection.host}: ${String(error)}. ` +
        'See server.log in DATA_DIR/postgres.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
