import { createHash } from 'node:crypto';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { streamOf } from '~/platform/streams';
import { encrypt, explained, readBytes } from './encryption';
import { openFileSink } from './file-sink';

/* A tar file, so that any tool can read an export. */

const ONLY_OWNER = 0o600;

export interface ArchiveWriter {
  /** Adds a file of `size` bytes; resolves to its SHA-256. */
  add(
    name: string,
    size: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<string>;
  /** Completes the archive and gives it its final name. */
  finish(): Promise<void>;
  /** Removes the incomplete archive. */
  discard(): Promise<void>;
}

/**
 * Creates an archive that only its owner may read, encrypted if there is a key. Without a path only the
 * hashes are computed and nothing is kept.
 * @throws UsageError if the file exists
 */
export async function createArchive(path: string | null, key?: string): Promise<ArchiveWriter> {
  const sink = path === null ? new WritableStream<Uint8Array>() : await openFileSink(path);
  const { readable, controller } = createTarPacker();
  const written = (key === undefined ? readable : await encrypt(readable, key)).pipeTo(sink);
  // The next call rejects with the error; this listener prevents an unhandled rejection.
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

/** A file of an archive. Content that the caller does not read is skipped. */
export interface ArchivedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * The files of an archive, in its order. If a key is given, the archive must be encrypted with it.
 * @throws UsageError if the path does not exist or is no file (a folder, a pipe), and for a truncated file
 * or one that is no archive
 */
export async function* readArchive(path: string, key?: string): AsyncGenerator<ArchivedFile> {
  const files = streamOf(readBytes(path, key)).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of explained(files, path, key)) {
    yield { name: header.name, chunks: explained(body, path, key) };
    // Reads to the end, since cancelling a body would also cancel the next one.
    if (!body.locked) await body.pipeTo(new WritableStream());
  }
}

/** Reads a file that fits into memory. */
export async function readWhole({ chunks }: ArchivedFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
