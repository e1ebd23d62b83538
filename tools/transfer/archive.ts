import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { TransferError } from './transfer-error';

/*
 * A tar file (POSIX ustar), so that any tool can read an export. Implemented here, as the format is only a header of 512
 * bytes before each file.
 */

const BLOCK = 512;
const NAME_LIMIT_BYTES = 100;
/** Eleven octal digits. */
const SIZE_LIMIT_BYTES = 8 ** 11 - 1;
const ONLY_OWNER = 0o600;

export interface Written {
  bytes: number;
  sha256: string;
}

export interface ArchiveWriter {
  /** Adds a file of unknown size. */
  add(name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written>;
  /** Completes the archive and gives it its name. */
  finish(): Promise<void>;
  /** Removes the incomplete archive. */
  discard(): Promise<void>;
}

/** Creates an archive that only its owner may read. @throws TransferError where the file exists */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  // Its own: of two exports to one path, each would write into the other's.
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await openNew(draft, path);
  const forgetDraft = removeWhenEnded(draft);
  let end = 0;
  const unwritable = (error: unknown) => cannotBeWritten(path, error);
  const write = async (bytes: Uint8Array, position: number) => {
    // On a disk that is nearly full, a part is written and it is the next write that fails.
    for (let done = 0; done < bytes.length;) {
      const rest = bytes.length - done;
      const { bytesWritten } = await file
        .write(bytes, done, rest, position + done)
        .catch(unwritable);
      done += bytesWritten;
    }
  };
  const append = async (bytes: Uint8Array) => {
    await write(bytes, end);
    end += bytes.length;
  };
  return {
    async add(name, chunks) {
      const start = end;
      const hash = createHash('sha256');
      let bytes = 0;
      end += BLOCK;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        await append(chunk);
      }
      await append(Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK));
      await write(header(name, bytes), start);
      return { bytes, sha256: hash.digest('hex') };
    },
    async finish() {
      await append(Buffer.alloc(2 * BLOCK));
      await file.sync().catch(unwritable);
      await file.close();
      await rename(draft, path).catch(unwritable);
      forgetDraft();
    },
    async discard() {
      forgetDraft();
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes a file or folder when somebody ends the process: it holds personal data. Returns what stops that. */
export function removeWhenEnded(path: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { recursive: true, force: true });
    forget();
    // As if nothing had listened.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of END_SIGNALS) process.off(signal, end);
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  return forget;
}

async function openNew(draft: string, path: string): Promise<FileHandle> {
  const taken = await open(path, 'r').catch(() => null);
  if (taken) {
    await taken.close();
    throw new TransferError(`${path} already exists. Name a new file.`);
  }
  return open(draft, 'w', ONLY_OWNER).catch((error: unknown) => cannotBeWritten(path, error));
}

function cannotBeWritten(path: string, error: unknown): never {
  throw new TransferError(`${path} cannot be written: ${String(error)}`);
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_LIMIT_BYTES) throw new Error(`Too long a name: ${name}`);
  if (size > SIZE_LIMIT_BYTES) throw new TransferError(`${name} is too large for a tar file.`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(octal(ONLY_OWNER, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`;
}

/** The checksum of the header, with its own field as eight spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

export interface Entry {
  name: string;
  size: number;
  start: number;
}

export interface ArchiveReader {
  entries: ReadonlyMap<string, Entry>;
  /** @throws TransferError for a file that the archive does not contain */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** @throws TransferError for what does not exist, is no file (a folder, a pipe) or not an archive */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r').catch((error: unknown) => cannotBeRead(path, error));
  try {
    const entries = await readEntries(file, path);
    return {
      entries,
      read: (name) => {
        const entry = entries.get(name);
        if (!entry) throw new TransferError(`${path} is incomplete: ${name} is missing.`);
        return readBytes(file, entry, path);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function cannotBeRead(path: string, error: unknown): never {
  throw new TransferError(`${path} cannot be read: ${String(error)}`);
}

async function readEntries(file: FileHandle, path: string): Promise<Map<string, Entry>> {
  const { size: length } = await file.stat();
  const entries = new Map<string, Entry>();
  const block = Buffer.alloc(BLOCK);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file
      .read(block, 0, BLOCK, position)
      .catch((error: unknown) => cannotBeRead(path, error));
    if (bytesRead < BLOCK) throw new TransferError(`${path} is not an export, or is truncated.`);
    if (block.every((byte) => byte === 0)) return entries;
    const field = (start: number, end: number) =>
      block.toString('utf8', start, end).split('\0')[0]?.trim() ?? '';
    const stated = Number.parseInt(field(148, 156), 8);
    if (stated !== checksum(block))
      throw new TransferError(`${path} is not an export, or is damaged.`);
    const size = Number.parseInt(field(124, 136), 8);
    const start = position + BLOCK;
    entries.set(field(0, 100), { name: field(0, 100), size, start });
    position = start + Math.ceil(size / BLOCK) * BLOCK;
    if (position > length) throw new TransferError(`${path} is truncated.`);
  }
}

const CHUNK_BYTES = 256 * 1024;

async function* readBytes(file: FileHandle, { size, start }: Entry, path: string) {
  let done = 0;
  while (done < size) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - done));
    const { bytesRead } = await file
      .read(chunk, 0, chunk.length, start + done)
      .catch((error: unknown) => cannotBeRead(path, error));
    if (bytesRead === 0) throw new TransferError(`${path} is truncated.`);
    done += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** A file of the archive that fits into memory. @throws TransferError as `read` */
export async function readWhole(archive: ArchiveReader, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
