import { brokenRule, type BrokenRule } from '~/language/rules';
import { namesOf } from './fields';
import { IMAGE_LIMIT_BYTES, IMAGE_TYPES } from './limits';

/** The three images of a building by their names on the wire, where `flag_url` is the address of `flag`. */
const IMAGE_LABELS = { image: 'Image', flag: 'Flag image', country_flag: 'Country flag image' };
export type CondoImageName = keyof typeof IMAGE_LABELS;
export const CONDO_IMAGE_NAMES = namesOf(IMAGE_LABELS);

/** "Image size must be less than 5MB" and its two variants. */
export function imageTooLarge(name: CondoImageName): BrokenRule {
  return brokenRule('image_too_large', { field: IMAGE_LABELS[name] });
}

/** Returns the error for a chosen file, or null if it is valid. The server also checks the content. */
export function checkImageFile(name: CondoImageName, file: { type: string; size: number }) {
  const types: readonly string[] = IMAGE_TYPES;
  if (!types.includes(file.type)) return brokenRule('image_type');
  return file.size < IMAGE_LIMIT_BYTES ? null : imageTooLarge(name);
}

export interface ImageValue {
  existingUrl: string | null;
  file: File | null;
  removed: boolean;
}

/** The form value of a record's stored image, or of no image. */
export function imageValue(existingUrl: string | null | undefined): ImageValue {
  return { existingUrl: existingUrl || null, file: null, removed: false };
}

/**
 * Removes the visible image: first the chosen file, which shows the stored image again, then the stored
 * image.
 */
export function removeImage(value: ImageValue): ImageValue {
  if (value.file) return { ...value, file: null };
  return { ...value, removed: value.existingUrl !== null };
}
