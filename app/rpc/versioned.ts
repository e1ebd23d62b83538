/** A record with its version: the ETag that came with it, or null where the API sends none. */
export type Versioned<T> = T & { version: string | null };

/** The encoding that a compressing proxy adds to a tag: "x-gzip", "x;gz", "x--br", "x"-gzip. */
const ENCODING = '(?:[-;:+/.]{1,2}(?:(?:x-)?gzip|gz|deflate|compress|brotli|br|zstd))*';
const TAG = new RegExp(`^(?:W/)*"([\\x21\\x23-\\x7e]{1,512}?)${ENCODING}"${ENCODING}$`, 'i');

/**
 * The tag of the record: strong and without the name of an encoding, as the API must have sent it for
 * If-Match (RFC 9110, 13.1.1), whatever proxies have made of it. Null for what is no tag.
 */
export function recordTag(tag: string | null): string | null {
  const [, opaque] = TAG.exec(tag ?? '') ?? [];
  return opaque === undefined ? null : `"${opaque}"`;
}
