import type { CondoForm } from './condo';
import type { ImageValue } from '~/kit/form/image-value';
import { condoFields } from './condo-fields';
import type { Condo } from './condo-reading';
import { changedValues } from '~/fields/field-values';
import { CONDO_IMAGE_NAMES, CONDO_IMAGES, type CondoImageName } from '~/fields/image';

export type ImageValues = Record<CondoImageName, ImageValue>;

/** Multipart body of the form. An empty optional field is omitted, or sent empty if `stored` has a value. */
export function toCondoFormData(form: CondoForm, images: ImageValues, stored?: Condo): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(changedValues(condoFields, form, stored))) {
    data.set(name, value === null ? '' : String(value).trim());
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
