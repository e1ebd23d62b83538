import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../lib/log.ts';
import { DatabaseUnavailableError, DataDirInUseError } from './database-unavailable.ts';
import { program } from './binaries.server.ts';
import { runProgram, spawnOptions } from './command.server.ts';
import type { DatabaseHome } from './data-directory.server.ts';
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

/** A server may first have to recover from a crash; it says so in its log. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;
const ORPHANS_TIMEOUT_MS = 60_000;
const ORPHANS_PAUSE_MS = 250;
const POLL_MS = 20;

/**
 * The running server of `home`, or undefined. One that is stopping is waited for; one whose socket
 * somebody tidied away, which nobody can reach any more, is stopped.
 */
export async function findRunningServer(
  home: DatabaseHome,
  binaries: string,
  log: Log,
): Promise<PidFile | undefined> {
  const found = await readPidFile(home.data);
  if (found === undefined || !(await isServerOf(found.pid, home.data))) return undefined;
  if (found.status === 'stopping') {
    await waitForEnd(found.pid, home);
    return undefined;
  }
  const ready = await waitUntilReady(home, undefined);
  if (process.platform === 'win32' || existsSync(socketPath(ready.socketFolder))) return ready;
  log.warn({ folder: ready.socketFolder }, 'The embedded database lost its socket: restarting it');
  await stopServer(home, binaries, log);
  return undefined;
}

/**
 * Starts the server of `home` as a process of its own, which outlives this one. Where a server was
 * killed, its last statements may still run; PostgreSQL refuses until they have noticed.
 */
export async function startServer(
  home: DatabaseHome,
  binaries: string,
  durable: boolean,
  log: Log,
): Promise<PidFile> {
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  await assertIsOnlyServer(home);
  await clearRemains(home);
  for (;;) {
    try {
      const server =
        process.platform === 'win32'
          ? await launchOnWindows(home, binaries, durable)
          : await launch(home, binaries, durable);
      log.info(
        { pid: server.pid, folder: home.data, log: logFile(home) },
        'Embedded database started',
      );
      return server;
    } catch (error) {
      const orphans = (await logTail(home, 3)).includes('pre-existing shared memory block');
      if (!orphans || Date.now() > deadline) throw error;
      await sleep(ORPHANS_PAUSE_MS);
    }
  }
}

async function launch(home: DatabaseHome, binaries: string, durable: boolean): Promise<PidFile> {
  const socketFolder = await makeSocketFolder(home);
  const settings = [
    'listen_addresses=',
    // A list of folders; within quotes a comma or blank is part of the name.
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    ...serverSettings(durable),
  ];
  const output = await openLog(home);
  try {
    const server = spawn(
      program(binaries, 'postgres'),
      ['-D', home.data, '-p', String(SOCKET_PORT), ...settings.flatMap((one) => ['-c', one])],
      { ...spawnOptions(home.user), detached: true, stdio: ['ignore', output.fd, output.fd] },
    );
    server.unref();
    return await waitUntilReady(home, server);
  } catch (error) {
    await removeSocketFolder(socketFolder, home);
    throw error;
  } finally {
    await output.close();
  }
}

async function launchOnWindows(
  home: DatabaseHome,
  binaries: string,
  durable: boolean,
): Promise<PidFile> {
  await startOnWindows(home, binaries, serverSettings(durable));
  return waitUntilReady(home, undefined);
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
 * Two servers on one folder would destroy the database. PostgreSQL knows another one by its process number and shared
 * memory, neither of which is seen from one container to the next; the socket is.
 */
async function assertIsOnlyServer(home: DatabaseHome): Promise<void> {
  if (process.platform === 'win32' || !(await isListening(home))) return;
  throw new DataDirInUseError(
    `The database in ${home.folder} is in use in another container. End that one first, or set DATA_DIR to another folder.`,
  );
}

/**
 * PostgreSQL refuses to start while the process number in postmaster.pid lives, whatever that process
 * is; a recycled number has to go. A dead one is left to PostgreSQL, which knows best what else to
 * check; against two servers on one folder it has its shared memory besides.
 */
async function clearRemains(home: DatabaseHome): Promise<void> {
  const remains = await readPidFile(home.data);
  if (remains === undefined) return;
  await removeSocketFolder(remains.socketFolder, home);
  if (isAlive(remains.pid)) await rm(pidFilePath(home.data), { force: true });
  else await eraseStatus(home.data);
}

async function waitUntilReady(
  home: DatabaseHome,
  child: ChildProcess | undefined,
): Promise<PidFile> {
  let failure: Error | undefined;
  child?.on('error', (error) => (failure = error));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = await readPidFile(home.data);
    const isOurs = child === undefined || found?.pid === child.pid;
    if (found?.status === 'ready' && isOurs) return found;
    if (failure !== undefined || (child !== undefined && child.exitCode !== null)) break;
    if (child === undefined && !(found !== undefined && isAlive(found.pid))) break;
    await sleep(POLL_MS);
  }
  throw new DatabaseUnavailableError(
    `The embedded database in ${home.folder} did not start. The reason is at the end of ` +
      `${logFile(home)}; DATABASE_URL names another server to use.\n` +
      (failure === undefined ? await logTail(home) : String(failure)),
    { cause: failure },
  );
}

/** Stops the server: open transactions are rolled back, all else is written to disk. */
export async function stopServer(home: DatabaseHome, binaries: string, log: Log): Promise<void> {
  const found = await readPidFile(home.data);
  if (found === undefined || !(await isServerOf(found.pid, home.data))) return;
  if (process.platform === 'win32') {
    await runProgram(
      program(binaries, 'pg_ctl'),
      ['stop', '-D', home.data, '-m', 'fast'],
      undefined,
    );
  } else {
    // What `pg_ctl stop -m fast` sends.
    process.kill(found.pid, 'SIGINT');
  }
  await waitForEnd(found.pid, home);
  await removeSocketFolder(found.socketFolder, home);
  log.info({ pid: found.pid, folder: home.data }, 'Embedded database stopped');
}

async function waitForEnd(pid: number, home: DatabaseHome): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isServerOf(pid, home.data)) {
    if (Date.now() > deadline) {
      throw new DatabaseUnavailableError(
        `The embedded database (process ${pid}) in ${home.folder} has not stopped within ` +
          `${STOP_TIMEOUT_MS / 1000} seconds. See ${logFile(home)}.`,
      );
    }
    await sleep(POLL_MS);
  }
}
