import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { errorCode } from '~/lib/file-errors.server';
import { streamOf } from '~/lib/stream-of';
import { removeWhenEnded } from './remove-when-ended';
import { UsageError } from '../command';

/* A tar file, so that any tool can read an export. */

const ONLY_OWNER = 0o600;

export interface ArchiveWriter {
  /** Adds a file of so many bytes; resolves to its SHA-256. */
  add(
    name: string,
    size: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<string>;
  /** Completes the archive and gives it its name. */
  finish(): Promise<void>;
  /** Removes the incomplete archive. */
  discard(): Promise<void>;
}

/** Creates an archive that only its owner may read. @throws UsageError where the file exists */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  // Its own: of two exports to one path, each would write into the other's.
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await openNew(draft, path);
  const forgetDraft = removeWhenEnded(draft);
  const unwritable = (error: unknown) => cannotBeWritten(path, error);
  const { readable, controller } = createTarPacker();
  const write = (chunk: Uint8Array) => file.writeFile(chunk).catch(unwritable);
  const written = readable.pipeTo(new WritableStream({ write }));
  // Where it fails, the next call rejects with the same error.
  written.catch(() => undefined);
  return {
    async add(name, size, chunks) {
      const hash = createHash('sha256');
      const body = controller.add({ name, size, mode: ONLY_OWNER }).getWriter();
      for await (const chunk of chunks) {
        hash.update(chunk);
        await body.write(chunk);
      }
      await body.close();
      return hash.digest('hex');
    },
    async finish() {
      controller.finalize();
      await written;
      await file.sync().catch(unwritable);
      await file.close();
      await rename(draft, path).catch(unwritable);
      forgetDraft();
    },
    async discard() {
      forgetDraft();
      controller.error(new Error('It is not needed any more'));
      await written.catch(() => undefined);
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function openNew(draft: string, path: string): Promise<FileHandle> {
  const taken = await open(path, 'r').catch(() => null);
  if (taken) {
    await taken.close();
    throw new UsageError(`${path} already exists. Name a new file.`);
  }
  return open(draft, 'w', ONLY_OWNER).catch((error: unknown) => cannotBeWritten(path, error));
}

function cannotBeWritten(path: string, error: unknown): never {
  throw new UsageError(`${path} cannot be written: ${String(error)}`);
}

/** A file of an archive. What is not read of it is passed over. */
export interface ArchivedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * The files of an archive, in its order.
 * @throws UsageError for what does not exist, is no file (a folder, a pipe), is truncated or not an archive
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile> {
  const bytes = explained<Uint8Array<ArrayBuffer>>(createReadStream(path), path);
  const files = streamOf(bytes).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of explained(files, path)) {
    yield { name: header.name, chunks: explained(body, path) };
    if (!body.locked) await body.cancel();
  }
}

/** The same items, with an error that is for the operator. */
async function* explained<T>(items: AsyncIterable<T>, path: string): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (errorCode(error)) throw new UsageError(`${path} cannot be read: ${String(error)}`);
    const isTruncated = error instanceof Error && error.message === 'Tar archive is truncated.';
    throw new UsageError(
      `${path} is not an export, or is ${isTruncated ? 'truncated' : 'damaged'}.`,
    );
  }
}

/** A file that fits into memory. */
export async function readWhole({ chunks }: ArchivedFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
