/** Where pictures are kept. A name is a name: never a path, never chosen by a caller of the API. */
export interface MediaStore {
  /** A picture is there as a whole or not at all. @throws MediaUnavailableError */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null for an unknown name. @throws MediaUnavailableError */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Names that are gone already do not matter. @throws MediaUnavailableError */
  remove(names: readonly string[]): Promise<void>;
}

/**
 * The place where pictures are kept does not take or give them just now. Callers of the API get 503 with this message;
 * why is in `cause`, for the log.
 */
export class MediaUnavailableError extends Error {
  override readonly name = 'MediaUnavailableError';
}

/** The form of every name: 128 random bits and the type. */
const MEDIA_NAME = /^[0-9a-f]{32}\.webp$/;

export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}
