import { SentenceError, type AnySentence } from '~/language/sentence';

/** The part of an image's address before its name. */
export function toMediaUrl({ settings }: { settings: { publicUrl: string } }): string {
  return `${settings.publicUrl}/api/media/`;
}

/** Stores images. A name is never a path, and no caller of the API can choose it. */
export interface MediaStore {
  /** Stores an image completely or not at all. @throws MediaUnavailableError */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes; null for an unknown name. @throws MediaUnavailableError */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes an image. An unknown name is ignored. @throws MediaUnavailableError */
  remove(name: string): Promise<void>;
}

/** The image store is unavailable. Callers get a 503 with this message; the log gets the `cause`. */
export class MediaUnavailableError extends SentenceError {
  override readonly name = 'MediaUnavailableError';
}

/** The caller's message if the image store is unavailable; null for other errors. */
export function toMediaUnavailable(error: unknown): AnySentence | null {
  return error instanceof MediaUnavailableError ? error.sentence : null;
}

/** The form of every name: 128 random bits and the type. */
const MEDIA_NAME = /^[0-9a-f]{32}\.webp$/;

export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}

export function assertMediaName(name: string): void {
  if (!isMediaName(name)) throw new Error('Not the name of an image');
}
