import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { program } from './binaries.server.ts';
import { spawnOptions } from './command.server.ts';
import type { DataDirectory } from './data-directory.server.ts';
import { didNotStart, logFile } from './server-log.server.ts';

/** Starts the server on a free loopback port. pg_ctl drops administrator rights, as PostgreSQL requires. */
export async function startOnWindows(
  directory: DataDirectory,
  binaries: string,
  settings: readonly string[],
): Promise<void> {
  const options = [
    `-p ${await freePort()}`,
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].map(
      (setting) => `-c "${setting}"`,
    ),
  ].join(' ');
  // The server inherits pg_ctl's open files, so a pipe for pg_ctl's output would never close.
  const starter = spawn(
    program(binaries, 'pg_ctl'),
    ['start', '-D', directory.data, '-l', logFile(directory), '-s', '-w', '-o', options],
    { ...spawnOptions(undefined), detached: true, stdio: 'ignore' },
  );
  await once(starter, 'exit');
  if (starter.exitCode !== 0) throw await didNotStart(directory);
}

/** Finds a free loopback port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await once(probe.close(), 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
