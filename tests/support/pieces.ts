/** A text or bytes in pieces of so many bytes, so that they are cut anywhere. */
export async function* pieces(content: string | Uint8Array, size: number) {
  const bytes = new Uint8Array(Buffer.from(content));
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
