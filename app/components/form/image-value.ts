import type { ImageValue } from '~/contract/condo-form-data';

/** The value for a record's stored image, or for none. */
export function imageValue(existingUrl: string | null | undefined): ImageValue {
  return { existingUrl: existingUrl || null, file: null, removed: false };
}

/** Removes what is shown: first the chosen file, so that the stored image is shown again, then that one. */
export function removeImage(value: ImageValue): ImageValue {
  if (value.file) return { ...value, file: null };
  return { ...value, removed: value.existingUrl !== null };
}
