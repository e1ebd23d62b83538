/** A record with its version: the ETag that came with it, or null if the API sends none. */
export type Versioned<T> = T & { version: string | null };

/** Encodings that compressing proxies append to a tag: "x-gzip", "x;gz", "x--br", "x"-gzip. */
const ENCODING = '(?:[-;:+/.]{1,2}(?:(?:x-)?gzip|gz|deflate|compress|brotli|br|zstd))*';
const TAG = new RegExp(`^(?:W/)*"([\\x21\\x23-\\x7e]{1,512}?)${ENCODING}"${ENCODING}$`, 'i');

/**
 * The tag of the record, strong and without an appended encoding, as If-Match needs it (RFC 9110, 13.1.1),
 * whatever proxies have made of it. Null for other texts.
 */
export function recordTag(tag: string | null): string | null {
  const [, opaque] = TAG.exec(tag ?? '') ?? [];
  return opaque === undefined ? null : `"${opaque}"`;
}
