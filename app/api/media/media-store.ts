/** Where pictures are kept. A name is a name: never a path, never chosen by a caller of the API. */
export interface MediaStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null for an unknown name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Names that are gone already do not matter. */
  remove(names: readonly string[]): Promise<void>;
}

/** The form of every name: 128 random bits and the type. */
const MEDIA_NAME = /^[0-9a-f]{32}\.webp$/;

export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}
