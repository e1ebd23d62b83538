import { mkdir, stat, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The code of a file-system or process error (ENOENT, EACCES ...), undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The result of a file operation; undefined if it failed with one of these codes, which mean that the file
 * is missing.
 */
export async function ifExists<T>(
  operation: Promise<T>,
  absent = ['ENOENT', 'ENOTDIR'],
): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (absent.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Makes a folder and its parents; returns the topmost new one. Node reports a read-only disk as ENOENT. */
export async function makeFolders(folder: string, mode?: number): Promise<string | undefined> {
  if ((await ifExists(stat(folder)))?.isDirectory()) return undefined;
  const first = await makeFolders(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
    return first ?? folder;
  } catch (error) {
    // Another process may have created it in the meantime.
    if (errorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return first;
    throw error;
  }
}

/** Flushes a folder's entries to disk, so that a rename survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and its file systems flush them anyway.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
