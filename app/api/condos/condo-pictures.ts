import {
  CONDO_IMAGE_NAMES,
  CONDO_IMAGES,
  IMAGE_TYPE_MESSAGE,
  imageSizeMessage,
  type CondoImageName,
} from '~/contract/image';
import { BUILDING_IMAGE_SIZE_PX, FLAG_SIZE_PX, IMAGE_LIMIT_BYTES } from '~/contract/limits';
import type { Db } from '../db/connect.server';
import type { ApiDeps } from '../deps';
import { invalidField, invalidFields, type FieldError } from '../http/api-error';
import type { Body } from '../http/body';
import { MediaUnavailableError } from '../media/media-store';
import {
  createPictureName,
  encodePicture,
  UnreadablePictureError,
  type Box,
} from '../media/pictures';
import { removeOrphaned, ORPHANED_AFTER_MS } from '../media/unused-pictures';
import { unmarkOrphaned, markOrphaned } from '../media/unused-pictures.repo';

/** Names in the media store, as the building's row keeps them. */
export interface PictureNames {
  image_name: string | null;
  flag_name: string | null;
  country_flag_name: string | null;
}
export const PICTURE_COLUMNS = {
  image: 'image_name',
  flag: 'flag_name',
  country_flag: 'country_flag_name',
} as const satisfies Record<CondoImageName, keyof PictureNames>;

/** Twice the recommended size, for sharp screens; flags have room for a square that is shown larger. */
export const PICTURE_BOXES: Record<CondoImageName, Box> = {
  image: { width: BUILDING_IMAGE_SIZE_PX.width * 2, height: BUILDING_IMAGE_SIZE_PX.height * 2 },
  flag: { width: FLAG_SIZE_PX.width * 4, height: FLAG_SIZE_PX.height * 4 },
  country_flag: { width: FLAG_SIZE_PX.width * 4, height: FLAG_SIZE_PX.height * 4 },
};

export type EncodedPictures = Partial<Record<CondoImageName, Uint8Array>>;

/**
 * Decodes and re-encodes the files of a request (SPEC.md point 5, "Images"): judged by content, not by name.
 * @throws ApiError 422 with the contract's message at the field
 */
export async function encodePictures({ fields, files }: Body): Promise<EncodedPictures> {
  const errors: FieldError[] = [];
  for (const name of CONDO_IMAGE_NAMES) {
    const file = files.get(name);
    if (file && file.size >= IMAGE_LIMIT_BYTES) {
      errors.push({ field: name, message: imageSizeMessage(name) });
    } else if (!file && ![undefined, null, ''].some((empty) => fields[name] === empty)) {
      errors.push({ field: name, message: IMAGE_TYPE_MESSAGE });
    }
  }
  if (errors.length > 0) throw invalidFields(errors);
  const encoded: EncodedPictures = {};
  for (const name of CONDO_IMAGE_NAMES) {
    const file = files.get(name);
    if (file) encoded[name] = await encodeFile(name, file);
  }
  return encoded;
}

async function encodeFile(name: CondoImageName, file: File): Promise<Uint8Array> {
  try {
    return await encodePicture(new Uint8Array(await file.arrayBuffer()), PICTURE_BOXES[name]);
  } catch (error) {
    if (error instanceof UnreadablePictureError) throw invalidField(name, IMAGE_TYPE_MESSAGE);
    throw error;
  }
}

/**
 * Stores new pictures, lets `write` save their names in a transaction, and takes them away again when that fails. Any
 * of them that survives its failure is known to the database and removed later (unused-pictures.repo.ts).
 * @throws MediaUnavailableError before anything is written
 */
export async function withStoredPictures<T>(
  deps: Pick<ApiDeps, 'db' | 'media' | 'clock' | 'log'>,
  encoded: EncodedPictures,
  write: (tx: Db, names: Partial<PictureNames>) => Promise<T>,
): Promise<T> {
  const { db, media, clock } = deps;
  const names: Partial<PictureNames> = {};
  const pictures = CONDO_IMAGE_NAMES.flatMap((image) => {
    const bytes = encoded[image];
    if (!bytes) return [];
    const name = createPictureName();
    names[PICTURE_COLUMNS[image]] = name;
    return [{ name, bytes }];
  });
  const stored = pictures.map(({ name }) => name);
  await markOrphaned(db, stored, new Date(clock().getTime() + ORPHANED_AFTER_MS));
  try {
    await Promise.all(pictures.map(({ name, bytes }) => media.put(name, bytes)));
    return await db.transaction(async (tx) => {
      const written = await write(tx, names);
      await unmarkOrphaned(tx, stored);
      return written;
    });
  } catch (error) {
    // A store that gave no answer may still take the picture: then it is removed later, when that is over.
    if (!(error instanceof MediaUnavailableError)) await removeOrphaned(deps, stored);
    throw error;
  }
}

type RemoveFlags = {
  [Name in (typeof CONDO_IMAGES)[CondoImageName]['removeField']]?: boolean | undefined;
};

/** The columns that a PUT empties. A file sent beside the flag wins: choosing a new file cancels it (point 4). */
export function removedPictures(flags: RemoveFlags): Partial<PictureNames> {
  const names: Partial<PictureNames> = {};
  for (const image of CONDO_IMAGE_NAMES) {
    if (flags[CONDO_IMAGES[image].removeField]) names[PICTURE_COLUMNS[image]] = null;
  }
  return names;
}

/** The pictures that a building had and no longer has. */
export function replacedPictures(before: PictureNames, after: PictureNames): string[] {
  const kept = new Set(pictureNames(after));
  return pictureNames(before).filter((name) => !kept.has(name));
}

export function pictureNames(names: PictureNames): string[] {
  return [names.image_name, names.flag_name, names.country_flag_name].filter(
    (name) => name !== null,
  );
}
