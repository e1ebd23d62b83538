import type { CodedError } from '~/rpc/errors/error';
import {
  CONDO_IMAGE_NAMES,
  imageTooLarge,
  type CondoImageName,
  BUILDING_IMAGE_SIZE_PX,
  FLAG_SIZE_PX,
} from '~/condos/schema';
import { IMAGE_LIMIT_BYTES } from '~/fields/limits';
import type { FormPart } from '~/platform/http/read-form.server';
import { IMAGE_COLUMNS } from '~/platform/database/schema/history-tables';
import { recordChange, type Change, type ChangeTx } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { fieldError, invalidField, invalidFields } from '~/rpc/embedded/api-error';
import type { Body } from '~/rpc/embedded/body';
import { MediaUnavailableError } from '~/platform/media/media-store';
import {
  createImageName,
  encodeImage,
  UnreadableImageError,
  type Box,
} from '~/platform/media/images';
import {
  ORPHANED_AFTER_MS,
  markOrphaned,
  setDue,
  unmarkOrphaned,
} from '~/platform/media/orphaned-images';

/** Names in the media store, as in the building's row. */
export type ImageNames = Record<(typeof IMAGE_COLUMNS)[number], string | null>;

/**
 * Twice the recommended size, for high-resolution screens. Flags have four times the size, as they may be
 * shown larger.
 */
export const IMAGE_BOXES: Record<CondoImageName, Box> = {
  image: { width: BUILDING_IMAGE_SIZE_PX.width * 2, height: BUILDING_IMAGE_SIZE_PX.height * 2 },
  flag: { width: FLAG_SIZE_PX.width * 4, height: FLAG_SIZE_PX.height * 4 },
  country_flag: { width: FLAG_SIZE_PX.width * 4, height: FLAG_SIZE_PX.height * 4 },
};

export type EncodedImages = Partial<Record<CondoImageName, Uint8Array>>;

/** Encodes the image files of a request after checking their content. @throws ApiError 422 at the field */
export async function encodeImages({ fields, files }: Body): Promise<EncodedImages> {
  const errors: CodedError[] = [];
  for (const name of CONDO_IMAGE_NAMES) {
    const file = files.get(name);
    if (file && file.size >= IMAGE_LIMIT_BYTES) {
      errors.push(fieldError(name, imageTooLarge(name)));
    } else if (!file && ![undefined, null, ''].some((empty) => fields[name] === empty)) {
      errors.push(fieldError(name, 'image_type'));
    }
  }
  if (errors.length > 0) throw invalidFields(errors);
  const encoded: EncodedImages = {};
  for (const name of CONDO_IMAGE_NAMES) {
    const file = files.get(name);
    if (file) encoded[name] = await encodeFile(name, file);
  }
  return encoded;
}

async function encodeFile(name: CondoImageName, file: FormPart): Promise<Uint8Array> {
  try {
    return await encodeImage(Buffer.concat(file.pieces), IMAGE_BOXES[name]);
  } catch (error) {
    if (error instanceof UnreadableImageError) throw invalidField(name, 'image_type');
    throw error;
  }
}

/**
 * Stores new images and lets `write` save their names in a transaction. If that fails, the images are
 * removed later (app/platform/media/orphaned-images.ts). So are images that the written building does not
 * have.
 * @throws MediaUnavailableError before anything is written
 */
export async function withStoredImages<T extends ImageNames>(
  deps: ApiDeps,
  change: Change,
  encoded: EncodedImages,
  write: (tx: ChangeTx, names: Partial<ImageNames>) => Promise<T>,
): Promise<T> {
  const { db, media, clock } = deps;
  const names: Partial<ImageNames> = {};
  const images = CONDO_IMAGE_NAMES.flatMap((image) => {
    const bytes = encoded[image];
    if (!bytes) return [];
    const name = createImageName();
    names[`${image}_name`] = name;
    return [{ name, bytes }];
  });
  const stored = images.map(({ name }) => name);
  await markOrphaned(db, stored, new Date(clock().getTime() + ORPHANED_AFTER_MS));
  try {
    await Promise.all(images.map(({ name, bytes }) => media.put(name, bytes)));
    return await recordChange(db, change, async (tx) => {
      const written = await write(tx, names);
      const used = new Set(imageNames(written));
      await unmarkOrphaned(
        tx,
        stored.filter((name) => used.has(name)),
      );
      return written;
    });
  } catch (error) {
    // A store that did not respond may still store the image. Its mark stays, so it is removed an hour
    // later.
    if (stored.length > 0 && !(error instanceof MediaUnavailableError))
      await removeSoon(deps, stored);
    throw error;
  }
}

/**
 * Has images removed at the next clean-up. A failure is only a warning: they are marked, and due in an
 * hour.
 */
async function removeSoon(
  { db, clock, log, notifyImageCleaner }: ApiDeps,
  names: readonly string[],
): Promise<void> {
  try {
    await setDue(db, names, clock());
    notifyImageCleaner();
  } catch (err) {
    log.warn({ err }, 'Images of a failed change are removed later');
  }
}

export function imageNames(names: ImageNames): string[] {
  return IMAGE_COLUMNS.map((column) => names[column]).filter((name) => name !== null);
}
