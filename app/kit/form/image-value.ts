export interface ImageValue {
  existingUrl: string | null;
  file: File | null;
  removed: boolean;
}

/** The value for a record's stored image, or for none. */
export function imageValue(existingUrl: string | null | undefined): ImageValue {
  return { existingUrl: existingUrl || null, file: null, removed: false };
}

/** Removes the visible image: a chosen file first, which shows the stored image again, then that one. */
export function removeImage(value: ImageValue): ImageValue {
  if (value.file) return { ...value, file: null };
  return { ...value, removed: value.existingUrl !== null };
}
