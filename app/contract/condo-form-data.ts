import type { z } from './zod';
import type { condoFormSchema } from './condo';
import type { Condo } from './condo-reading';
import { CONDO_IMAGE_NAMES, CONDO_IMAGES, type CondoImageName } from './image';

/** A picture in the building form: what is stored, what was picked, whether the stored one is to go. */
export interface ImageValue {
  existingUrl: string | null;
  file: File | null;
  removed: boolean;
}
export type ImageValues = Record<CondoImageName, ImageValue>;

const TEXTS = ['name', 'address', 'city', 'state', 'zip_code', 'country'] as const;
const OPTIONALS = ['website', 'description', 'date_built', 'number_of_units'] as const;

/**
 * Building form to the multipart body of POST and PUT /admin/condos (SPEC.md point 7). Empty optional fields are left
 * out; where `stored` (the building being edited) has a value, an empty text is sent so that it is cleared.
 */
export function toCondoFormData(
  form: z.output<typeof condoFormSchema>,
  images: ImageValues,
  stored?: Condo,
): FormData {
  const data = new FormData();
  for (const name of TEXTS) data.set(name, form[name]);
  for (const name of OPTIONALS) {
    const value = String(form[name] ?? '').trim();
    const before = stored?.[name];
    if (value !== '' || (before !== null && before !== undefined && before !== '')) {
      data.set(name, value);
    }
  }
  for (const name of CONDO_IMAGE_NAMES) setImage(data, name, images[name]);
  return data;
}

function setImage(data: FormData, name: CondoImageName, image: ImageValue): void {
  if (image.file) data.set(name, image.file, image.file.name);
  else if (image.removed && image.existingUrl) {
    data.set(CONDO_IMAGES[name].removeField, 'True');
    data.set(CONDO_IMAGES[name].urlField, '');
  }
}
