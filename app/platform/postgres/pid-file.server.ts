import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { errorCode, ifExists } from '../file-errors.server.ts';

const run = promisify(execFile);

/** The content of postmaster.pid. */
export interface PidFile {
  pid: number;
  port: number;
  socketFolder: string;
  /** True once the server accepts connections. */
  isReady: boolean;
}

export function pidFilePath(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid');
}

/** Reads postmaster.pid; returns undefined if the file is missing or its first line is not written yet. */
export async function readPidFile(dataFolder: string): Promise<PidFile | undefined> {
  const text = await ifExists(readFile(pidFilePath(dataFolder), 'utf8'));
  const [pid, , , port, socketFolder = '', , , status] = (text ?? '').split('\n');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return undefined;
  return {
    pid: number,
    port: Number(port),
    socketFolder: socketFolder.trim(),
    isReady: status?.trim() === 'ready',
  };
}

/** True if a process with this id is running, even one of another account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * True if process `pid` is the server of `dataFolder` (a real path), since that is the server's working
 * folder. The id alone proves nothing: after a crash any other program may have it.
 */
export async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') {
      const program = await readFile(`/proc/${pid}/comm`, 'utf8');
      return program.startsWith('postgres') && (await readlink(`/proc/${pid}/cwd`)) === dataFolder;
    }
    if (process.platform === 'win32') {
      // Windows does not expose a process's working folder. There the cluster's random password is the
      // proof.
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
      return stdout.includes('postgres.exe');
    }
    const { stdout } = await run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
    return stdout.split('\n').includes(`n${dataFolder}`);
  } catch {
    // The process has ended, is a zombie, or belongs to another account: in each case it is not our server.
    return false;
  }
}
