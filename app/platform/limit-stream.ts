/** The bytes of a stream; it fails with the error of `tooLong` once there are more than `limitBytes`. */
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
