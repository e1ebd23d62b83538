import { fieldsOf, readNumber, readText, type UnknownRecord } from '~/fields/reading';
import { endExpiredSession } from './session-store';
import { AppError } from '~/rpc/errors/app-error';
import { readCode } from '~/language/sentence-reading';

/*
 * A file, its progress and its end in one response. A frame has its kind (1 byte), the length of its
 * content (4 bytes, big-endian) and the content.
 */

export type Frame =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** A JSON value. */
  | { kind: 'progress' | 'error' | 'end'; value: unknown };

const KINDS = ['bytes', 'progress', 'error', 'end'] as const;
const HEADER_BYTES = 5;

export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const content =
    frame.kind === 'bytes' ? frame.bytes : new TextEncoder().encode(JSON.stringify(frame.value));
  const encoded = new Uint8Array(HEADER_BYTES + content.length);
  encoded[0] = KINDS.indexOf(frame.kind);
  new DataView(encoded.buffer).setUint32(1, content.length);
  encoded.set(content, HEADER_BYTES);
  return encoded;
}

/**
 * Decodes the frames of a response up to its end or error frame.
 * @throws Error if the response is cut off before either, or does not consist of frames
 */
export async function* decodeFrames(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Frame, void, void> {
  const reader = body.getReader();
  let waiting = new Uint8Array(0);
  async function take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    while (waiting.length < length) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The response is cut off');
      const joined = new Uint8Array(waiting.length + value.length);
      joined.set(waiting);
      joined.set(value, waiting.length);
      waiting = joined;
    }
    const taken = waiting.slice(0, length);
    waiting = waiting.subarray(length);
    return taken;
  }
  try {
    for (;;) {
      const header = new DataView((await take(HEADER_BYTES)).buffer);
      const kind = KINDS[header.getUint8(0)];
      if (kind === undefined) throw new Error('The response has no frames');
      const content = await take(header.getUint32(1));
      if (kind === 'bytes') yield { kind, bytes: content };
      else yield { kind, value: JSON.parse(new TextDecoder().decode(content)) };
      if (kind === 'end' || kind === 'error') return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Browser side: reads frames. Resolves to their bytes and the value of the end frame.
 * @throws AppError, or the signal's reason once it is aborted
 */
export async function receiveFrames(
  { body }: Response,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: UnknownRecord) => void },
): Promise<{ content: Blob; end: UnknownRecord }> {
  const pieces: BlobPart[] = [];
  try {
    for await (const frame of body ? decodeFrames(body) : []) {
      signal.throwIfAborted();
      if (frame.kind === 'bytes') pieces.push(frame.bytes);
      else if (frame.kind === 'progress') onProgress(fieldsOf(frame.value));
      else if (frame.kind === 'end')
        return { content: new Blob(pieces), end: fieldsOf(frame.value) };
      else {
        const { status, detail, sentence } = fieldsOf(frame.value);
        throw new AppError({
          status: readNumber(status) ?? 0,
          detail: readText(detail),
          sentence: readCode(fieldsOf(sentence)),
        });
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    // The session has ended while the response was sent. If it had ended before, the call itself would have
    // failed.
    endExpiredSession(error);
    if (error instanceof AppError) throw error;
  }
  throw new AppError({ status: 0 });
}
