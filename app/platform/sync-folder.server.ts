import { open } from 'node:fs/promises';

/** Flushes a folder's entries to disk, so that a rename survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and its file systems do this themselves.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
