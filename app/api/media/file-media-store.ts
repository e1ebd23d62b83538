import type { SentenceText } from '~/contract/sentence';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '~/lib/sync-folder.server';
import { isMediaName, MediaUnavailableError, type MediaStore } from './media-store';

/** Images as files in one folder, created with the first image. */
export function createFileMediaStore(folder: string): MediaStore {
  const toPath = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of an image');
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const path = toPath(name);
      const draft = `${path}.part`;
      try {
        const made = await mkdir(folder, { recursive: true });
        if (made !== undefined) await syncFolder(dirname(made));
        await writeWhole(draft, bytes);
        // A file is written completely or not at all, and survives a power cut.
        await rename(draft, path);
        await syncFolder(folder);
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw new MediaUnavailableError(storeErrorText(cause), { cause });
      }
    },
    async get(name) {
      if (!isMediaName(name)) return null;
      try {
        return new Uint8Array(await readFile(toPath(name)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(toPath(name), { force: true });
    },
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

const REASONS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EFBIG', 'the disk is full'],
  ['EROFS', 'its folder is read-only'],
  ['EACCES', 'its folder is read-only'],
  ['EPERM', 'its folder is read-only'],
]);

function storeErrorText(cause: unknown): SentenceText {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = REASONS.get(code);
  return reason === undefined
    ? 'The image could not be stored'
    : `The image could not be stored: ${reason}`;
}
