import { condoFields, CONDO_SORT, type Condo } from './fields';
import {
  answerSchemaOf,
  bodySchemaOf,
  filterShapeOf,
  filterText,
  formSchemaOf,
  sortShapeOf,
} from '~/fields/field-schemas';
import { z } from '~/fields/zod';
import { changedValues } from '~/fields/field-values';
import { namesOf } from '~/fields/fields';
import type { ImageValue } from '~/fields/image';
import { IMAGE_LIMIT_BYTES, IMAGE_TYPES } from '~/fields/limits';
import { ruleViolation, type RuleViolation } from '~/language/rules';

/** The building form: texts as typed, an empty number is undefined (docs/behaviour/condos.md). */
export const condoFormSchema = formSchemaOf(condoFields);
export type CondoForm = z.input<typeof condoFormSchema>;

/** POST /admin/condos: the text fields of the multipart or JSON body. */
export const condoCreateSchema = bodySchemaOf(condoFields).meta({ id: 'CondoCreate' });
export type CondoCreate = z.infer<typeof condoCreateSchema>;

/** Removes an image (docs/behaviour/wire-contract.md): "true" in a form, in JSON also the boolean. */
const removeFlag = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value),
  z.boolean().optional(),
);

/** PUT /admin/condos/{id}: only the sent fields change. */
export const condoUpdateSchema = condoCreateSchema
  .partial()
  .extend({
    remove_image: removeFlag,
    remove_flag: removeFlag,
    remove_country_flag: removeFlag,
  })
  .meta({ id: 'CondoUpdate' });

export const condoSchema = answerSchemaOf(condoFields).meta({ id: 'Condo' });
export const condoListQuerySchema = z.object({
  search: filterText,
  ...filterShapeOf(condoFields),
  ...sortShapeOf(condoFields, CONDO_SORT),
});
export type CondoListQuery = z.infer<typeof condoListQuerySchema>;

/** The three images of a building by their names on the wire, where `flag_url` is the address of `flag`. */
const IMAGE_LABELS = { image: 'Image', flag: 'Flag image', country_flag: 'Country flag image' };
export type CondoImageName = keyof typeof IMAGE_LABELS;
export const CONDO_IMAGE_NAMES = namesOf(IMAGE_LABELS);

/** "Image size must be less than 5MB" and its two variants. */
export function imageTooLarge(name: CondoImageName): RuleViolation {
  return ruleViolation('image_too_large', { field: IMAGE_LABELS[name] });
}

/** Returns the error for a chosen file, or null if it is valid. The server also checks the content. */
export function checkImageFile(name: CondoImageName, file: { type: string; size: number }) {
  const types: readonly string[] = IMAGE_TYPES;
  if (!types.includes(file.type)) return ruleViolation('image_type');
  return file.size < IMAGE_LIMIT_BYTES ? null : imageTooLarge(name);
}

export const BUILDING_IMAGE_SIZE_PX = { width: 684, height: 368 } as const;
export const FLAG_SIZE_PX = { width: 56, height: 56 } as const;

export type ImageValues = Record<CondoImageName, ImageValue>;

/** Multipart body of the form. An empty optional field is omitted, or sent empty if `stored` has a value. */
export function toCondoFormData(form: CondoForm, images: ImageValues, stored?: Condo): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(changedValues(condoFields, form, stored))) {
    data.set(name, value === null ? '' : String(value).trim());
  }
  for (const name of CONDO_IMAGE_NAMES) {
    const { file, removed, existingUrl } = images[name];
    if (file) data.set(name, file, file.name);
    else if (removed && existingUrl) {
      data.set(`remove_${name}`, 'True');
      data.set(`${name}_url`, '');
    }
  }
  return data;
}
