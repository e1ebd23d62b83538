type Piece = string | Uint8Array;

/** A stream of what a generator yields, on demand. Where it throws the connection breaks, as a shorter answer would look whole. */
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
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}
