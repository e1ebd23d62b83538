import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { DatabaseUnavailableError } from './database-unavailable.ts';
import { program } from './binaries.server.ts';
import { spawnOptions } from './command.server.ts';
import type { DataDirectory } from './data-directory.server.ts';
import { logFile, logTail } from './server-log.server.ts';

/**
 * Starts the server through pg_ctl, which drops administrator rights as PostgreSQL requires. It
 * listens on a free loopback port.
 */
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
  // The server inherits pg_ctl's open files, so a pipe for pg_ctl's output would never end.
  const starter = spawn(
    program(binaries, 'pg_ctl'),
    ['start', '-D', directory.data, '-l', logFile(directory), '-s', '-w', '-o', options],
    { ...spawnOptions(undefined), detached: true, stdio: 'ignore' },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    starter.on('error', reject);
    starter.on('exit', resolve);
  });
  if (code === 0) return;
  throw new DatabaseUnavailableError(
    `The embedded database in ${directory.folder} did not start; DATABASE_URL names another server to use.\n` +
      (await logTail(directory)),
  );
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port'));
        else resolve(address.port);
      });
    });
  });
}
