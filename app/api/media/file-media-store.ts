import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMediaName, type MediaStore } from './media-store';

/** Pictures as files of one folder, made at the first picture. */
export function createFileMediaStore(folder: string): MediaStore {
  const toPath = (name: string) => {
    if (!isMediaName(name)) throw new Error('Not the name of a picture');
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const path = toPath(name);
      const draft = `${path}.part`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // A picture is there as a whole or not at all, also after a power cut.
      await rename(draft, path);
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
    async remove(names) {
      await Promise.all(names.map((name) => rm(toPath(name), { force: true })));
    },
  };
}
