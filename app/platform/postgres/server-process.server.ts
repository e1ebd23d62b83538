import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../log.ts';
import { DatabaseUnavailableError, DataDirInUseError } from './database-unavailable.ts';
import { program } from './binaries.server.ts';
import { DATABASE_NAME, passwordFile } from './cluster.server.ts';
import { runProgram, spawnOptions } from './command.server.ts';
import type { DataDirectory } from './data-directory.server.ts';
import { isAlive, isServerOf, pidFilePath, readPidFile, type PidFile } from './pid-file.server.ts';
import { didNotStart, logFile, logTail, openLog } from './server-log.server.ts';
import {
  isListening,
  makeSocketFolder,
  removeSocketFolder,
  SOCKET_PORT,
  socketPath,
} from './socket-folder.server.ts';
import { startOnWindows } from './windows.server.ts';

/** A server may first have to recover from a crash, as its log then says. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_S = 60;
const ORPHANS_TIMEOUT_MS = 60_000;
const ORPHANS_PAUSE_MS = 250;
/**
 * Lines of the log to search after a failed start. It writes three lines; processes of an earlier server
 * may add theirs.
 */
const ORPHANS_LOG_LINES = 12;
const WATCH_INTERVAL_MS = 500;
const POLL_MS = 20;

/** Connection options for pg's pool. */
export interface EmbeddedConnection {
  /** The folder of the socket, or 127.0.0.1 on Windows. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

/** Settings to start and stop the server of one data directory. */
export interface ServerSetup {
  directory: DataDirectory;
  binaries: string;
  durable: boolean;
  log: Log;
}

export interface Server {
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<unknown>;
  connection: EmbeddedConnection;
}

/** Starts the server, which outlives this process. A server that a killed owner has left is stopped first. */
export async function startServer(setup: ServerSetup): Promise<Server> {
  const { directory, log } = setup;
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  await clearRemains(setup);
  await assertIsOnlyServer(directory);
  for (;;) {
    try {
      const launch = process.platform === 'win32' ? launchOnWindows : launchOnUnix;
      const { pidFile, ended } = await launch(setup);
      const { pid } = pidFile;
      log.info(
        { server: pid, folder: directory.data, log: logFile(directory) },
        'Embedded database started',
      );
      return { pid, ended, connection: await describeConnection(directory, pidFile) };
    } catch (error) {
      const tail = await logTail(directory, ORPHANS_LOG_LINES);
      const orphans = tail.includes('pre-existing shared memory block');
      if (!orphans || Date.now() > deadline) throw error;
      await sleep(ORPHANS_PAUSE_MS);
    }
  }
}

interface Launched {
  pidFile: PidFile;
  ended: Promise<unknown>;
}

async function launchOnUnix({ directory, binaries, durable }: ServerSetup): Promise<Launched> {
  const socketFolder = await makeSocketFolder(directory);
  const settings = [
    'listen_addresses=',
    // The setting is a list of folders. In quotes, commas and blanks are part of a name.
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    ...serverSettings(durable),
  ];
  await using output = await openLog(directory);
  const server = spawn(
    program(binaries, 'postgres'),
    ['-D', directory.data, '-p', String(SOCKET_PORT), ...settings.flatMap((one) => ['-c', one])],
    { ...spawnOptions(directory.user), detached: true, stdio: ['ignore', output.fd, output.fd] },
  );
  server.unref();
  try {
    await once(server, 'spawn');
    const ended = once(server, 'exit');
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
      const pidFile = await readPidFile(directory.data);
      // The socket is new, so a pid file left by a killed server is not mistaken for this one's.
      if (pidFile?.isReady && existsSync(socketPath(socketFolder))) return { pidFile, ended };
      await sleep(POLL_MS);
    }
    throw await didNotStart(directory);
  } catch (error) {
    await removeSocketFolder(socketFolder, directory);
    throw error instanceof DatabaseUnavailableError ? error : await didNotStart(directory, error);
  }
}

async function launchOnWindows({ directory, binaries, durable }: ServerSetup): Promise<Launched> {
  await startOnWindows(directory, binaries, serverSettings(durable));
  const pidFile = await readPidFile(directory.data);
  if (!pidFile?.isReady) throw await didNotStart(directory);
  return { pidFile, ended: waitForExit(pidFile.pid) };
}

async function waitForExit(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(WATCH_INTERVAL_MS, undefined, { ref: false });
}

function serverSettings(durable: boolean): string[] {
  return [
    'TimeZone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    'log_line_prefix=%m [%p] ',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
}

/**
 * Checks that no other server runs on the folder, since two would destroy it. A server in another container
 * is only visible by its socket.
 */
async function assertIsOnlyServer(directory: DataDirectory): Promise<void> {
  if (process.platform === 'win32' || !(await isListening(directory))) return;
  throw new DataDirInUseError(
    `The database in ${directory.folder} is in use in another container. End that one first, or set DATA_DIR to another folder.`,
  );
}

/**
 * Removes a postmaster.pid whose process id now belongs to another program, since PostgreSQL would not
 * start. A file with the id of no process is left to PostgreSQL, which makes further checks.
 */
async function clearRemains(setup: ServerSetup): Promise<void> {
  await stopServer(setup);
  const { directory } = setup;
  const remains = await readPidFile(directory.data);
  if (remains === undefined) return;
  await removeSocketFolder(remains.socketFolder, directory);
  if (isAlive(remains.pid)) await rm(pidFilePath(directory.data), { force: true });
}

/** Stops the server if it is running. Open transactions are rolled back. */
export async function stopServer({ directory, binaries, log }: ServerSetup): Promise<void> {
  const pidFile = await readPidFile(directory.data);
  if (pidFile === undefined || !(await isServerOf(pidFile.pid, directory.data))) return;
  const args = ['stop', '-D', directory.data, '-m', 'fast', '-t', String(STOP_TIMEOUT_S)];
  const { code } = await runProgram(program(binaries, 'pg_ctl'), args, directory.user);
  if (code !== 0 && (await isServerOf(pidFile.pid, directory.data))) {
    throw new DatabaseUnavailableError(
      `The embedded database (process ${pidFile.pid}) in ${directory.folder} has not stopped within ` +
        `${STOP_TIMEOUT_S} seconds. See ${logFile(directory)}.`,
    );
  }
  await removeSocketFolder(pidFile.socketFolder, directory);
  log.info({ server: pidFile.pid, folder: directory.data }, 'Embedded database stopped');
}

/** Builds the connection options from a server's postmaster.pid. */
export async function describeConnection(
  directory: DataDirectory,
  { port, socketFolder }: PidFile,
): Promise<EmbeddedConnection> {
  const common = { port, user: DATABASE_NAME, database: DATABASE_NAME };
  if (process.platform !== 'win32') return { ...common, host: socketFolder };
  return {
    ...common,
    host: '127.0.0.1',
    password: await readFile(passwordFile(directory), 'utf8'),
  };
}
