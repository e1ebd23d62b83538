import { open } from 'node:fs/promises';

/** Has the names in a folder written to the disk: what was renamed keeps its new name over a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and its file systems see to it themselves.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
