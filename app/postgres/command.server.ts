import { spawn } from 'node:child_process';

import type { ServerUser } from './server-user.server.ts';

/**
 * The environment and folder for PostgreSQL's programs: no PG... or LC_... variable of the person who
 * starts the application changes the database, and the account of the server may enter the folder.
 */
export function spawnOptions(user: ServerUser | undefined) {
  const environment: Record<string, string> =
    process.platform === 'win32'
      ? {}
      : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return {
    env: environment,
    windowsHide: true,
    ...(process.platform === 'win32' ? {} : { cwd: '/' }),
    ...user,
  };
}

export interface ProgramResult {
  code: number;
  /** All it printed, errors too. */
  output: string;
}

/** Runs a program to its end. Rejects only when it cannot be started. */
export function runProgram(
  path: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
