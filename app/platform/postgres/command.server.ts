import { spawn } from 'node:child_process';

import type { ServerUser } from './data-directory.server.ts';

/**
 * Options for PostgreSQL's programs. They get no environment variables of the user, and start in a folder
 * that the server's account can enter.
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
  /** The program's output, errors included. */
  output: string;
}

/** Runs a program until it ends. Rejects only if it cannot be started. */
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
