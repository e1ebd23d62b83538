import { createHash } from 'node:crypto';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { streamOf } from '~/lib/stream-of';
import { encrypt, explained, readBytes } from './encryption';
import { openFileSink } from './file-sink';

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

/**
 * Creates an archive that only its owner may read, encrypted with the key if there is one; without a path it keeps nothing,
 * and is made for its hashes.
 * @throws UsageError where the file exists
 */
export async function createArchive(path: string | null, key?: string): Promise<ArchiveWriter> {
  const sink = path === null ? new WritableStream<Uint8Array>() : await openFileSink(path);
  const { readable, controller } = createTarPacker();
  const written = (key === undefined ? readable : await encrypt(readable, key)).pipeTo(sink);
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
    },
    async discard() {
      controller.error(new Error('It is not needed any more'));
      await written.catch(() => undefined);
    },
  };
}

/** A file of an archive. What is not read of it is passed over. */
export interface ArchivedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * The files of an archive, in its order. With a key it has to be encrypted with it.
 * @throws UsageError for what does not exist, is no file (a folder, a pipe), is truncated or not an archive
 */
export async function* readArchive(path: string, key?: string): AsyncGenerator<ArchivedFile> {
  const files = streamOf(readBytes(path, key)).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of explained(files, path, key)) {
    yield { name: header.name, chunks: explained(body, path, key) };
    // To its end: a body that is cancelled takes the next one with it, which the decoder may have begun already.
    if (!body.locked) await body.pipeTo(new WritableStream());
  }
}

/** A file that fits into memory. */
export async function readWhole({ chunks }: ArchivedFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
