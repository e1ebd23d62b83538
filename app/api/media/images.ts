import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { MediaStore } from './media-store';

/** The box a picture is fitted into, in pixels. */
export interface Box {
  width: number;
  height: number;
}

/** Largest picture that is decoded; the largest phone cameras make 50 million pixels. */
const PIXELS_LIMIT = 64_000_000;
const DECODE_LIMIT_SECONDS = 15;
const WEBP_QUALITY = 82;

// Only these three formats are ever decoded, whatever else the library could read.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/** The bytes are no JPEG, PNG or WebP picture that can be decoded. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}

/**
 * Decodes a picture and encodes it anew as WebP: upright, inside `box` but never enlarged, transparency kept, and
 * without anything else the file carried (EXIF with its places and times, profiles, comments).
 * @throws UnreadableImageError
 */
export async function encodeImage(bytes: Uint8Array, box: Box): Promise<Uint8Array> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_LIMIT, failOn: 'error' })
      .timeout({ seconds: DECODE_LIMIT_SECONDS })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
  } catch (cause) {
    throw new UnreadableImageError('The picture could not be decoded', { cause });
  }
}

/** A name for a new picture, which no one can guess. */
export function createImageName(): string {
  return `${randomBytes(16).toString('hex')}.webp`;
}

/** Stores an encoded picture under a new name and returns that. */
export async function storeImage(media: MediaStore, bytes: Uint8Array): Promise<string> {
  const name = createImageName();
  await media.put(name, bytes);
  return name;
}
