import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { MediaStore } from './media-store';
import { SentenceError } from '~/language/sentence';

/** The box into which an image is fitted, in pixels. */
export interface Box {
  width: number;
  height: number;
}

/** Largest image that is decoded. The largest phone cameras take 50 million pixels. */
const PIXELS_LIMIT = 64_000_000;
const DECODE_LIMIT_SECONDS = 15;
const WEBP_QUALITY = 82;

// Only these three formats are decoded, although the library supports more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/** The bytes are no JPEG, PNG or WebP image that can be decoded. */
export class UnreadableImageError extends SentenceError {
  override readonly name = 'UnreadableImageError';
}

/**
 * Encodes an image as WebP: upright, reduced to fit into `box`, and without the file's other data such as
 * places and times.
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
    throw new UnreadableImageError('image_unreadable', { cause });
  }
}

/** Makes an unguessable name for a new image. */
export function createImageName(): string {
  return `${randomBytes(16).toString('hex')}.webp`;
}

/** Stores an encoded image under a new name and returns the name. */
export async function storeImage(media: MediaStore, bytes: Uint8Array): Promise<string> {
  const name = createImageName();
  await media.put(name, bytes);
  return name;
}
