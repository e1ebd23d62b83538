import { randomBytes } from 'node:crypto';
import { z } from '~/fields/zod';
import type { Log } from '~/platform/log';
import { parseJson } from '~/fields/reading';
import { SettingsError, type S3Settings } from '~/platform/settings.server';
import { MediaUnavailableError, type MediaStore } from './media-store';
import {
  describeBucket,
  isFinal,
  MEDIA_FOLDER,
  openBucket,
  S3ResponseError,
} from './s3-bucket.server';

/**
 * Object that names the bucket's owner. It is in the folder of the images, so that the same rights are
 * enough.
 */
const MARKER = `${MEDIA_FOLDER}installation.json`;
const markerSchema = z.object({ installation: z.string() });

const encode = (text: string) => new TextEncoder().encode(text);

/** Data for claiming a place for images. */
export interface Claim {
  installation: string;
  /**
   * Makes the place this database's only one. The error says how to write `mark` by hand.
   * @throws SettingsError
   */
  settle: (place: string, isMarked: boolean, mark: string) => Promise<void>;
  log: Log;
}

/**
 * Claims the bucket at the start. A bucket without an owner becomes this installation's. Another owner or a
 * wrong key is reported now instead of with the first image. If the storage is unavailable, that is only
 * logged.
 * @throws SettingsError
 */
export async function claimBucket(
  settings: S3Settings,
  { installation, settle, log }: Claim,
): Promise<void> {
  const send = openBucket(settings);
  const place = describeBucket(settings);
  try {
    const key = `${MEDIA_FOLDER}start-${randomBytes(8).toString('hex')}.txt`;
    await send({ method: 'PUT', key, bytes: encode('Can be removed') });
    await send({ method: 'DELETE', key });
    const isMarked = await isOwned(settings, installation);
    const marker = JSON.stringify({ installation });
    const object = settings.prefix + MARKER;
    await settle(`the ${place}`, isMarked, `write ${marker} into the object ${object}`);
    if (isMarked) return;
    await send({ method: 'PUT', key: MARKER, bytes: encode(marker) });
    log.info({ installation }, `From now on the ${place} belongs to this installation`);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof S3ResponseError && isFinal(error.status)) {
      throw new SettingsError(
        `Images cannot be stored in ${place}: ${error.message}. Correct S3_BUCKET, S3_REGION, ` +
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the rights of that key.',
        { cause: error },
      );
    }
    log.warn({ err: error }, `The ${place} does not respond: images are unavailable until it does`);
  }
}

/**
 * True if the bucket belongs to this installation; false without an owner.
 * @throws SettingsError for another owner
 */
export async function isOwned(settings: S3Settings, installation: string): Promise<boolean> {
  const marker = await openBucket(settings)({ method: 'GET', key: MARKER });
  if (marker === null) return false;
  const owner = readMarker(marker);
  if (owner === installation) return true;
  throw new SettingsError(
    `The images in ${describeBucket(settings)} belong to another installation (${owner}; this one is ${installation}). ` +
      'Set S3_BUCKET or S3_PREFIX to a place of its own. Only where this database has replaced the other one, ' +
      `delete the object ${settings.prefix}${MARKER}.`,
  );
}

function readMarker(bytes: Uint8Array): string {
  const { data } = markerSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  return data?.installation ?? 'unknown';
}

/**
 * Makes a store that removes nothing until the bucket is known to be this installation's, since the storage
 * may have been unavailable at the start.
 */
export function removingOwnImages(
  media: MediaStore,
  settings: S3Settings,
  installation: string,
): MediaStore {
  let check: Promise<boolean> | null = null;
  return {
    ...media,
    async remove(name) {
      try {
        await (check ??= isOwned(settings, installation));
      } catch (cause) {
        check = null;
        throw new MediaUnavailableError('image_not_removed', { cause });
      }
      await media.remove(name);
    },
  };
}
