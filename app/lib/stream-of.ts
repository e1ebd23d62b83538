type Piece = string | Uint8Array<ArrayBuffer>;

/**
 * A stream of what a generator yields, as bytes: each piece is made when the reader has taken the one before, and the
 * generator ends with the reader. Where it throws the connection breaks, since a shorter answer would look like all of it;
 * `onError` hears of that.
 */
export function streamOf(
  pieces: AsyncGenerator<Piece, void, void>,
  onError?: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
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
