import { brokenRule, type BrokenRule } from '~/language/rules';
import { IMAGE_LIMIT_BYTES, IMAGE_TYPES } from './limits';

/** The three images of a building and their field names on the wire. */
export const CONDO_IMAGES = {
  image: { urlField: 'image_url', removeField: 'remove_image', label: 'Image' },
  flag: { urlField: 'flag_url', removeField: 'remove_flag', label: 'Flag image' },
  country_flag: {
    urlField: 'country_flag_url',
    removeField: 'remove_country_flag',
    label: 'Country flag image',
  },
} as const;
export type CondoImageName = keyof typeof CONDO_IMAGES;
export const CONDO_IMAGE_NAMES = ['image', 'flag', 'country_flag'] as const;

/** "Image size must be less than 5MB" and its two variants. */
export function imageTooLarge(name: CondoImageName): BrokenRule {
  return brokenRule('image_too_large', { field: CONDO_IMAGES[name].label });
}

/** The error for a chosen file, or null when it is valid. The server also checks the content. */
export function checkImageFile(
  name: CondoImageName,
  file: { type: string; size: number },
): BrokenRule | null {
  const types: readonly string[] = IMAGE_TYPES;
  if (!types.includes(file.type)) return brokenRule('image_type');
  return file.size < IMAGE_LIMIT_BYTES ? null : imageTooLarge(name);
}
