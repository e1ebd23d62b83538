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
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}
