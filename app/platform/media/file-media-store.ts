import { sentence, type AnySentence } from '~/language/sentence';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ifExists, makeFolders, syncFolder } from '~/platform/file-errors.server';
import {
  assertMediaName,
  isMediaName,
  MediaUnavailableError,
  type MediaStore,
} from './media-store';

/** Stores images as files in one folder, which is created with the first image. */
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
        // The rename makes the file complete or missing, even after a power cut.
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

const REASONS = new Map<string, 'disk_is_full' | 'folder_read_only'>([
  ['ENOSPC', 'disk_is_full'],
  ['EDQUOT', 'disk_is_full'],
  ['EFBIG', 'disk_is_full'],
  ['EROFS', 'folder_read_only'],
  ['EACCES', 'folder_read_only'],
  ['EPERM', 'folder_read_only'],
]);

function storeErrorText(cause: unknown): AnySentence {
  const reason = REASONS.get(errorCode(cause) ?? '');
  return reason === undefined ? 'image_unstored' : sentence('image_unstored_by', { reason });
}
