/** A record with its version: the strong ETag that the API has sent with it, or null where it sends none. */
export type Versioned<T> = T & { version: string | null };

/** A strong ETag; a weak one must not be used for If-Match (RFC 9110, 13.1.1). */
export const STRONG_TAG = /^"[\x21\x23-\x7e]{1,512}"$/;
