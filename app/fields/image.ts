/** The value of an image field in a form. */
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
