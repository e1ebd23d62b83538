/*
 * A response that carries a file, how far it has come, and how it ended. A file of its own could only be cut off when
 * reading fails halfway, and some proxies end such a response as if it were whole; here only the end frame makes it one.
 * A frame is a byte for its kind, four for the length of its content (big-endian), and the content.
 */

export type Frame =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** Any JSON value. */
  | { kind: 'progress' | 'error' | 'end'; value: unknown };

const KINDS = ['bytes', 'progress', 'error', 'end'] as const;
const HEADER_BYTES = 5;

/** The response ended without an end or error frame, or is none of ours. */
export class BrokenFramesError extends Error {
  override readonly name = 'BrokenFramesError';
}

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
 * The frames of a response up to its end or error frame.
 * @throws BrokenFramesError where neither comes
 */
export async function* decodeFrames(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Frame, void, void> {
  const reader = body.getReader();
  let waiting = new Uint8Array(0);
  try {
    for (;;) {
      const frame = firstFrame(waiting);
      if (frame) {
        waiting = waiting.slice(frame.length);
        yield frame.frame;
        if (frame.frame.kind === 'end' || frame.frame.kind === 'error') return;
      } else {
        const { value, done } = await reader.read();
        if (done) throw new BrokenFramesError('The response is cut off');
        waiting = joined(waiting, value);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function firstFrame(data: Uint8Array<ArrayBuffer>): { frame: Frame; length: number } | null {
  if (data.length < HEADER_BYTES) return null;
  const length = HEADER_BYTES + new DataView(data.buffer, data.byteOffset).getUint32(1);
  const kind = KINDS[data[0] ?? KINDS.length];
  if (kind === undefined) throw new BrokenFramesError('The response has no frames');
  if (data.length < length) return null;
  const content = data.slice(HEADER_BYTES, length);
  const frame: Frame =
    kind === 'bytes'
      ? { kind, bytes: content }
      : { kind, value: JSON.parse(new TextDecoder().decode(content)) };
  return { frame, length };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
