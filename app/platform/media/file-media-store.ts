import type { SentenceText } from '~/language/sentence';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ifExists, makeFolders, syncFolder } from '~/platform/file-errors.server';
import {
  assertMediaName,
  isMediaName,
  MediaUnavailableError,
  type MediaStore,
} from './media-store';

/** Images as files in one folder, created with the first image. */
export function createFileMediaStore(folder: string): MediaStore {
  const toPath = (name: string) => {
    assertMediaName(name);
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const path = toPath(name);
      const draft = `${path}.part`;
      try {
        const made = await makeFolders(folder);
        if (made !== undefined) await syncFolder(dirname(made));
        await writeFile(draft, bytes, { flag: 'wx', flush: true });
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
      const bytes = await ifExists(readFile(toPath(name)), ['ENOENT']);
      return bytes ? new Uint8Array(bytes) : null;
    },
    async remove(name) {
      await rm(toPath(name), { force: true });
    },
  };
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
  const reason = REASONS.get(errorCode(cause) ?? '');
  return reason === undefined
    ? 'The image could not be stored'
    : `The image could not be stored: ${reason}`;
}
