import type { Readable } from 'node:stream';

/** Converts a Node stream without copying. It reads on demand: a slow reader slows the source down. */
export function toWebStream(source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      source.destroy();
    },
  });
}
