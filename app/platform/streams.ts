import type { Readable } from 'node:stream';

/** Passes on the bytes of a stream. It fails with the error of `tooLong` after more than `limitBytes`. */
export function limitStream(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
  tooLong: () => Error,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > limitBytes) controller.error(tooLong());
        else controller.enqueue(chunk);
      },
    }),
  );
}

type Piece = string | Uint8Array;

/** Streams chunks on demand. An error breaks the connection, so that the response does not look complete. */
export function streamOf(
  pieces: AsyncGenerator<Piece, void, void>,
  onError?: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
        } catch (error) {
          onError?.(error);
          throw error;
        }
      },
      async cancel() {
        await pieces.return();
      },
    },
    // Reads nothing in advance.
    { highWaterMark: 0 },
  );
}

/** Converts a Node stream without copying. It reads on demand, so a slow reader slows the source down. */
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
