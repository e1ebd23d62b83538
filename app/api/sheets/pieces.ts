/** The pieces of a byte stream, typed: streams themselves do not say what they carry. */
export async function* piecesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece;
}
