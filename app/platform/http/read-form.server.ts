import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { HTTP_BAD_REQUEST, HTTP_CONTENT_TOO_LARGE } from '~/rpc/errors/http-status';
import { BodyError } from '../../rpc/errors/body-error';
import { sentence } from '~/language/sentence';

export interface FormPart {
  name: string;
  isFile: boolean;
  /** Bytes of the value in the chunks as they arrived, so that a large file is not copied. */
  pieces: readonly Uint8Array[];
  /** Size in bytes. */
  size: number;
}

/** Most parts of a form: more than any of our forms has, few enough to be read at once. */
export const PARTS_LIMIT = 1000;
export const TOO_MANY_PARTS_MESSAGE = sentence('form_parts', { max: PARTS_LIMIT });
/** Longer headers of a part are cut. */
const HEADERS_LIMIT_BYTES = 16 * 1024;

/** Reads a multipart form into memory as it arrives. @throws BodyError 400, 413; the error of the stream */
export async function readForm(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
): Promise<FormPart[]> {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  // The promise may reject before anything awaits it.
  finished.catch(() => undefined);
  const parts: FormPart[] = [];
  const parser = createParser(contentType);
  parser.on('file', (name, file, fileName, encoding) => {
    file.on('error', () => reject(malformed()));
    const pieces: Uint8Array[] = [];
    const part = { name, isFile: fileName !== undefined, pieces, size: 0 };
    parts.push(part);
    // The parser's types claim that each part has a name.
    if (name === undefined) reject(malformed());
    file.on('data', (piece: Uint8Array) => {
      pieces.push(piece);
      part.size += piece.length;
    });
    if (encoding === 'base64') file.on('end', () => decodeBase64(part));
  });
  parser.on('partsLimit', () => reject(tooManyParts()));
  parser.on('error', () => reject(malformed()));
  parser.on('finish', resolve);
  for await (const chunk of inLargerChunks(body ?? [])) {
    await Promise.race([finished, written(parser, chunk)]);
  }
  parser.end();
  await finished;
  return parts;
}

function createParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Every part is read as a file, so that long texts arrive in chunks too.
      isPartAFile: () => true,
      // Otherwise a file name with a path would count as missing.
      preservePath: true,
      // With a limit the parser would wait for a full part, and wait forever if the part ends in the
      // meantime.
      fileHwm: Number.MAX_SAFE_INTEGER,
      limits: { parts: PARTS_LIMIT, headerSize: HEADERS_LIMIT_BYTES },
    });
  } catch {
    // The boundary is missing or far too long.
    throw malformed();
  }
}

function written(parser: Writable, chunk: Uint8Array): Promise<null> {
  return new Promise((resolve) => {
    parser.write(chunk, () => resolve(null));
  });
}

const LEAST_CHUNK_BYTES = 16 * 1024;

/** Joins small chunks. Single bytes would take a hundred times their memory. */
async function* inLargerChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < LEAST_CHUNK_BYTES) continue;
    yield joined(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield joined(waiting);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first, second] = pieces;
  return first && !second ? first : Buffer.concat(pieces);
}

function decodeBase64(part: FormPart): void {
  const bytes = Buffer.from(textOf(part), 'base64');
  part.pieces = [bytes];
  part.size = bytes.length;
}

export function textOf({ pieces }: Pick<FormPart, 'pieces'>): string {
  return Buffer.concat(pieces).toString('utf8');
}

export function partsOf(fields: URLSearchParams): FormPart[] {
  return Array.from(fields, ([name, text]) => {
    const bytes = Buffer.from(text);
    return { name, isFile: false, pieces: [bytes], size: bytes.length };
  });
}

function malformed(): BodyError {
  return new BodyError(HTTP_BAD_REQUEST, 'malformed_form');
}

function tooManyParts(): BodyError {
  return new BodyError(HTTP_CONTENT_TOO_LARGE, TOO_MANY_PARTS_MESSAGE);
}
