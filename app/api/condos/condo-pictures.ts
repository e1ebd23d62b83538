import {
  CONDO_IMAGE_NAMES,
  CONDO_IMAGES,
  IMAGE_TYPE_MESSAGE,
  imageSizeMessage,
  type CondoImageName,
} from '~/contract/image';
import { BUILDING_IMAGE_SIZE_PX, FLAG_SIZE_PX, IMAGE_LIMIT_BYTES } from '~/contract/limits';
import { invalidField, invalidFields, type FieldRefusal } from '../http/api-error';
import type { Body } from '../http/body';
import type { MediaStore } from '../media/media-store';
import { encodePicture, storePicture, UnreadablePictureError, type Box } from '../media/pictures';

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
  const refused: FieldRefusal[] = [];
  for (const name of CONDO_IMAGE_NAMES) {
    const file = files.get(name);
    if (file && file.size >= IMAGE_LIMIT_BYTES) {
      refused.push({ field: name, message: imageSizeMessage(name) });
    } else if (!file && ![undefined, null, ''].some((empty) => fields[name] === empty)) {
      refused.push({ field: name, message: IMAGE_TYPE_MESSAGE });
    }
  }
  if (refused.length > 0) throw invalidFields(refused);
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
 * Stores new pictures, lets `write` save their names, and takes them away again when that fails: a picture without a
 * building would stay for ever.
 */
export async function withStoredPictures<T>(
  media: MediaStore,
  encoded: EncodedPictures,
  write: (names: Partial<PictureNames>) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  try {
    const names: Partial<PictureNames> = {};
    for (const image of CONDO_IMAGE_NAMES) {
      const bytes = encoded[image];
      if (!bytes) continue;
      const name = await storePicture(media, bytes);
      stored.push(name);
      names[PICTURE_COLUMNS[image]] = name;
    }
    return await write(names);
  } catch (error) {
    await media.remove(stored);
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
