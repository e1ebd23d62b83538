import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../lib/log.ts';
import { DatabaseUnavailableError, DataDirInUseError } from './database-unavailable.ts';
import { program } from './binaries.server.ts';
import { runProgram, spawnOptions } from './command.server.ts';
import type { DataDirectory } from './data-directory.server.ts';
import {
  eraseStatus,
  isAlive,
  isServerOf,
  pidFilePath,
  readPidFile,
  type PidFile,
} from './pid-file.server.ts';
import { logFile, logTail, openLog } from './server-log.server.ts';
import {
  isListening,
  makeSocketFolder,
  removeSocketFolder,
  SOCKET_PORT,
  socketPath,
} from './socket-folder.server.ts';
import { startOnWindows } from './windows.server.ts';

/** A server may first have to recover from a crash; its log says so. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;
const ORPHANS_TIMEOUT_MS = 60_000;
const ORPHANS_PAUSE_MS = 250;
const POLL_MS = 20;

/**
 * The running server of `directory`, or undefined. Waits for one that is stopping; stops one whose socket
 * was deleted, which nobody can reach any more.
 */
export async function findRunningServer(
  directory: DataDirectory,
  binaries: string,
  log: Log,
): Promise<PidFile | undefined> {
  const found = await readPidFile(directory.data);
  if (found === undefined || !(await isServerOf(found.pid, directory.data))) return undefined;
  if (found.status === 'stopping') {
    await waitForEnd(found.pid, directory);
    return undefined;
  }
  const ready = await waitUntilReady(directory, undefined);
  if (process.platform === 'win32' || existsSync(socketPath(ready.socketFolder))) return ready;
  log.warn({ folder: ready.socketFolder }, 'The embedded database lost its socket: restarting it');
  await stopServer(directory, binaries, log);
  return undefined;
}

/**
 * Starts the server of `directory` as a separate process, which survives this one. Where a server was
 * killed, its last statements may still run; PostgreSQL does not start until they have ended.
 */
export async function startServer(
  directory: DataDirectory,
  binaries: string,
  durable: boolean,
  log: Log,
): Promise<PidFile> {
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  await assertIsOnlyServer(directory);
  await clearRemains(directory);
  for (;;) {
    try {
      const server =
        process.platform === 'win32'
          ? await launchOnWindows(directory, binaries, durable)
          : await launch(directory, binaries, durable);
      log.info(
        { pid: server.pid, folder: directory.data, log: logFile(directory) },
        'Embedded database started',
      );
      return server;
    } catch (error) {
      const orphans = (await logTail(directory, 3)).includes('pre-existing shared memory block');
      if (!orphans || Date.now() > deadline) throw error;
      await sleep(ORPHANS_PAUSE_MS);
    }
  }
}

async function launch(
  directory: DataDirectory,
  binaries: string,
  durable: boolean,
): Promise<PidFile> {
  const socketFolder = await makeSocketFolder(directory);
  const settings = [
    'listen_addresses=',
    // A list of folders; in quotes a comma or blank is part of the name.
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    ...serverSettings(durable),
  ];
  const output = await openLog(directory);
  try {
    const server = spawn(
      program(binaries, 'postgres'),
      ['-D', directory.data, '-p', String(SOCKET_PORT), ...settings.flatMap((one) => ['-c', one])],
      { ...spawnOptions(directory.user), detached: true, stdio: ['ignore', output.fd, output.fd] },
    );
    server.unref();
    return await waitUntilReady(directory, server);
  } catch (error) {
    await removeSocketFolder(socketFolder, directory);
    throw error;
  } finally {
    await output.close();
  }
}

async function launchOnWindows(
  directory: DataDirectory,
  binaries: string,
  durable: boolean,
): Promise<PidFile> {
  await startOnWindows(directory, binaries, serverSettings(durable));
  return waitUntilReady(directory, undefined);
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
 * Two servers on one folder would destroy the database. PostgreSQL detects another one by its process id and shared
 * memory, neither of which is visible from one container to another; the socket is.
 */
async function assertIsOnlyServer(directory: DataDirectory): Promise<void> {
  if (process.platform === 'win32' || !(await isListening(directory))) return;
  throw new DataDirInUseError(
    `The database in ${directory.folder} is in use in another container. End that one first, or set DATA_DIR to another folder.`,
  );
}

/**
 * PostgreSQL does not start while the process id in postmaster.pid exists, whatever that process is; a
 * recycled id has to be removed. A dead one is left to PostgreSQL, which knows best what else to check;
 * its shared memory also protects against two servers on one folder.
 */
async function clearRemains(directory: DataDirectory): Promise<void> {
  const remains = await readPidFile(directory.data);
  if (remains === undefined) return;
  await removeSocketFolder(remains.socketFolder, directory);
  if (isAlive(remains.pid)) await rm(pidFilePath(directory.data), { force: true });
  else await eraseStatus(directory.data);
}

async function waitUntilReady(
  directory: DataDirectory,
  child: ChildProcess | undefined,
): Promise<PidFile> {
  let failure: Error | undefined;
  child?.on('error', (error) => (failure = error));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = await readPidFile(directory.data);
    const isOurs = child === undefined || found?.pid === child.pid;
    if (found?.status === 'ready' && isOurs) return found;
    if (failure !== undefined || (child !== undefined && child.exitCode !== null)) break;
    if (child === undefined && !(found !== undefined && isAlive(found.pid))) break;
    await sleep(POLL_MS);
  }
  throw new DatabaseUnavailableError(
    `The embedded database in ${directory.folder} did not start. The reason is at the end of ` +
      `${logFile(directory)}; DATABASE_URL names another server to use.\n` +
      (failure === undefined ? await logTail(directory) : String(failure)),
    { cause: failure },
  );
}

/** Stops the server: open transactions are rolled back, everything else is written to disk. */
export async function stopServer(
  directory: DataDirectory,
  binaries: string,
  log: Log,
): Promise<void> {
  const found = await readPidFile(directory.data);
  if (found === undefined || !(await isServerOf(found.pid, directory.data))) return;
  if (process.platform === 'win32') {
    await runProgram(
      program(binaries, 'pg_ctl'),
      ['stop', '-D', directory.data, '-m', 'fast'],
      undefined,
    );
  } else {
    // What `pg_ctl stop -m fast` sends.
    process.kill(found.pid, 'SIGINT');
  }
  await waitForEnd(found.pid, directory);
  await removeSocketFolder(found.socketFolder, directory);
  log.info({ pid: found.pid, folder: directory.data }, 'Embedded database stopped');
}

async function waitForEnd(pid: number, directory: DataDirectory): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isServerOf(pid, directory.data)) {
    if (Date.now() > deadline) {
      throw new DatabaseUnavailableError(
        `The embedded database (process ${pid}) in ${directory.folder} has not stopped within ` +
          `${STOP_TIMEOUT_MS / 1000} seconds. See ${logFile(directory)}.`,
      );
    }
    await sleep(POLL_MS);
  }
}
