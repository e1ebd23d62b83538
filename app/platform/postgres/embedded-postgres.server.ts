import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../log.ts';
import { errorCode } from '../file-errors.server.ts';
import {
  DatabaseUnavailableError,
  DataDirInUseError,
  DataDirUnusableError,
} from './database-unavailable.ts';
import { findPostgresPackage } from './binaries.server.ts';
import {
  clusterVersion,
  prepareDataDirectory,
  type DataDirectory,
} from './data-directory.server.ts';
import { ensureDatabase, withClient } from './database.server.ts';
import { createCluster } from './cluster.server.ts';
import { readOwner, tryOwnerLock, type OwnerLock } from './owner-lock.server.ts';
import { readPidFile } from './pid-file.server.ts';
import { usableBinaries } from './runtime.server.ts';
import {
  describeConnection,
  startServer,
  stopServer,
  type EmbeddedConnection,
  type Server,
  type ServerSetup,
} from './server-process.server.ts';

export type { EmbeddedConnection };

/**
 * Time to wait for another owner: an application may just be ending. A command ends by itself, but a backup
 * takes longer.
 */
const APPLICATION_TIMEOUT_MS = 3_000;
const COMMAND_TIMEOUT_MS = 300_000;
const NOTICE_AFTER_MS = 1_000;
const POLL_MS = 25;
const RETRY_PAUSE_MS = 500;
const RETRY_PAUSE_LIMIT_MS = 10_000;
/** Time between two log lines about failed restarts, which have their number. */
const REPEAT_MS = 60_000;

export interface EmbeddedPostgresOptions {
  /** The data directory. The database is in its folder "postgres". */
  dataDir: string;
  log: Log;
  /** False trades safety from power cuts for speed. Tests only. */
  durable?: boolean;
  /** True for the application, which commands may join. A second application process is rejected. */
  application?: boolean;
  /** True for commands that read or write the panel's data. No database is created or set up. */
  existing?: boolean;
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Restarts the server whenever it dies, until `stop`, and passes on the new connection. */
  keepAlive: (onRestart: (connection: EmbeddedConnection) => void) => void;
  /** Stops the server if this process owns it. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL 18 on `dataDir` as a separate process, which this process owns and stops. A command
 * instead joins the server of a running application.
 * @throws DatabaseUnavailableError, DataDirInUseError, DataDirUnusableError with a text for the operator.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, existing = false } = options;
  const postgresPackage = findPostgresPackage();
  const directory = await prepareDataDirectory(dataDir, existing);
  const lock = await lockOrJoin(directory, options);
  if ('host' in lock) {
    return { connection: lock, keepAlive: () => undefined, stop: () => Promise.resolve() };
  }
  try {
    const { folder, user } = directory;
    const binaries = await usableBinaries(postgresPackage, folder, user, log);
    const setup = { directory, binaries, durable, log };
    const version = await clusterVersion(directory);
    if (version === undefined) await createCluster(directory, binaries, durable, log);
    else if (version !== postgresPackage.major)
      throw otherMajor(folder, version, postgresPackage.major);
    return await becomeOwner(setup, lock, existing);
  } catch (error) {
    lock.release();
    // An error with a code comes from the file system or from starting a program. Our own errors have none.
    throw errorCode(error) === undefined
      ? error
      : new DataDirUnusableError(directory.folder, error);
  }
}

/** The owner's lock; or for a command, the connection to the running application's server. */
async function lockOrJoin(
  { folder, data, user }: DataDirectory,
  { application = false, log }: EmbeddedPostgresOptions,
): Promise<OwnerLock | EmbeddedConnection> {
  const started = Date.now();
  for (let noticed = false; ;) {
    const lock = tryOwnerLock(folder, application);
    if (lock) return lock;
    const { pid, isCommand } = await readOwner(folder);
    const joined = !application && !isCommand && (await findServer({ folder, data, user }));
    if (joined) return joined;
    const waited = Date.now() - started;
    if (waited > (application && !isCommand ? APPLICATION_TIMEOUT_MS : COMMAND_TIMEOUT_MS)) {
      throw inUse(folder, pid, isCommand);
    }
    if (waited > NOTICE_AFTER_MS && !noticed) {
      log.warn({ owner: pid, folder }, 'Waiting for another process that uses the database');
      noticed = true;
    }
    await sleep(POLL_MS);
  }
}

/** Returns the connection to the owner's server, or undefined while the server accepts no connections. */
async function findServer(directory: DataDirectory): Promise<EmbeddedConnection | undefined> {
  const pidFile = await readPidFile(directory.data);
  if (!pidFile?.isReady) return undefined;
  const connection = await describeConnection(directory, pidFile);
  return withClient(connection, () => Promise.resolve(connection)).catch(() => undefined);
}

async function becomeOwner(
  setup: ServerSetup,
  lock: OwnerLock,
  existing: boolean,
): Promise<EmbeddedPostgres> {
  const { log } = setup;
  let server = await startServer(setup);
  try {
    if (!existing) await ensureDatabase(server.connection, log);
  } catch (error) {
    await stopServer(setup);
    throw error;
  }
  const endAtExit = () => endServer(server);
  process.once('exit', endAtExit);
  const stopping = new AbortController();
  const { signal } = stopping;
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    server = await startServer(setup);
  };
  const watch = async (onRestart: (connection: EmbeddedConnection) => void) => {
    let failures = 0;
    let logged = 0;
    for (let pause = RETRY_PAUSE_MS; ;) {
      await server.ended;
      if (!signal.aborted) {
        if (failures === 0)
          log.error({ server: server.pid }, 'The embedded database has stopped: restarting it');
        await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
      }
      if (signal.aborted) return;
      try {
        await (restarting = restart());
        onRestart(server.connection);
        pause = RETRY_PAUSE_MS;
        failures = 0;
      } catch (error) {
        failures += 1;
        const isRepeated = failures > 1;
        if (!isRepeated || Date.now() - logged >= REPEAT_MS) {
          const data = isRepeated ? { failures, reason: String(error) } : { err: error };
          log.error(data, 'The embedded database could not be restarted yet');
          logged = Date.now();
        }
        pause = Math.min(pause * 2, RETRY_PAUSE_LIMIT_MS);
      }
    }
  };
  const stop = async () => {
    stopping.abort();
    await restarting?.catch(() => undefined);
    await stopServer(setup);
    process.off('exit', endAtExit);
    lock.release();
  };
  let stopped: Promise<void> | undefined;
  return {
    connection: server.connection,
    keepAlive: (onRestart) => void watch(onRestart),
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Asks the server to stop without waiting, for a process that is exiting, as after a failed start. The next
 * owner waits for the server.
 */
function endServer({ pid }: Server): void {
  if (process.platform === 'win32') return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // The server has already ended.
  }
}

function inUse(folder: string, pid: string, isCommand: boolean): DataDirInUseError {
  return new DataDirInUseError(
    isCommand
      ? `A command (process ${pid}) has been using the database in ${folder} for minutes. End it, then start again.`
      : `Another Condo Admin (process ${pid}) serves ${dirname(folder)}. End it, or set DATA_DIR to another folder; ` +
          'for several processes on the same data set DATABASE_URL.',
  );
}

function otherMajor(folder: string, version: number, major: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The database in ${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}. ` +
      'Move its content with export-data of the release that made it (docs/deploy.md, "The next PostgreSQL"), start that release, ' +
      'or set DATA_DIR to another folder.',
  );
}
