import { download } from '~/lib/download';
import { randomKey } from '~/lib/random-key';

/** Where a file goes that is received piece by piece. Until `save`, nothing of it is in the person's downloads. */
interface FileTarget {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Downloads the file. */
  save: (name: string) => Promise<void>;
  discard: () => Promise<void>;
}

const FOLDER = 'exports';
/** By then the browser has copied the file to the downloads. */
const KEPT_AFTER_SAVE_MS = 60_000;
/** What a closed tab has left behind. */
const LEFTOVER_AFTER_MS = 60 * 60_000;

/**
 * A file in the browser's own storage for this site, which is on the disk: the tab needs no memory for it. Where there is
 * no such storage (plain http, old browsers) it is kept as a Blob.
 */
export async function openFileTarget(): Promise<FileTarget> {
  try {
    return await openStoredFile();
  } catch {
    return openBlob();
  }
}

async function openStoredFile(): Promise<FileTarget> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  await removeLeftovers(folder);
  const name = `${Date.now()}-${randomKey()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  const remove = () => folder.removeEntry(name).catch(() => undefined);
  return {
    write: (bytes) => writable.write(bytes),
    async save(fileName) {
      await writable.close();
      download(await handle.getFile(), fileName);
      setTimeout(() => void remove(), KEPT_AFTER_SAVE_MS);
    },
    async discard() {
      await writable.abort().catch(() => undefined);
      await remove();
    },
  };
}

async function removeLeftovers(folder: FileSystemDirectoryHandle): Promise<void> {
  const before = Date.now() - LEFTOVER_AFTER_MS;
  for await (const name of folder.keys()) {
    // One that is still being written in another tab is locked.
    if (Number.parseInt(name, 10) < before) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Many small pieces become one Blob, which the browser may keep outside of the tab's memory. */
const BLOB_BYTES = 4 * 1024 * 1024;

function openBlob(): FileTarget {
  let parts: BlobPart[] = [];
  let waiting = 0;
  return {
    write(bytes) {
      parts.push(bytes);
      waiting += bytes.length;
      if (waiting >= BLOB_BYTES) {
        parts = [new Blob(parts)];
        waiting = 0;
      }
      return Promise.resolve();
    },
    save(name) {
      download(new Blob(parts), name);
      return Promise.resolve();
    },
    discard() {
      parts = [];
      return Promise.resolve();
    },
  };
}
