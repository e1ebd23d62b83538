/** What an image field holds (SPEC.md point 4, "Image edit"). */
export interface ImageValue {
  /** The picture the record has already. */
  existingUrl: string | null;
  /** The picture chosen in its place. */
  file: File | null;
  /** The existing picture goes when the form is saved. */
  removed: boolean;
}

/** The value of a record's stored picture, or of none. */
export function imageValue(existingUrl: string | null | undefined): ImageValue {
  return { existingUrl: existingUrl || null, file: null, removed: false };
}

/** Choosing a file cancels the removal. */
export function chooseImage(value: ImageValue, file: File): ImageValue {
  return { ...value, file, removed: false };
}

/** Takes away what is shown: first the chosen file, so that the existing picture is back, then that one. */
export function removeImage(value: ImageValue): ImageValue {
  if (value.file) return { ...value, file: null };
  return { ...value, removed: value.existingUrl !== null };
}
