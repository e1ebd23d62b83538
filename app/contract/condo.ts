import {
  blankToNull,
  calendarDate,
  atLeastOne,
  freeText,
  instant,
  numberFromText,
  requiredText,
} from './field';
import { LONG_TEXT_LIMIT_CHARS, URL_LIMIT_CHARS } from './limits';
import { z } from './zod';

const URL_MESSAGE = 'Please enter a valid URL starting with http:// or https://';

/** The building rules of SPEC.md point 5, each written once: form, server function and embedded API build on them. */
const fields = {
  name: requiredText('Building Name is required', 'Building Name'),
  address: requiredText('Address is required', 'Address', 1000),
  city: requiredText('City/Town/Commune is required', 'City/Town/Commune'),
  state: requiredText('Canton is required', 'Canton'),
  zip_code: requiredText('Zip Code is required', 'Zip Code', 32),
  country: requiredText('Country is required', 'Country'),
  website: z
    .string({ error: URL_MESSAGE })
    .trim()
    .max(URL_LIMIT_CHARS, URL_MESSAGE)
    .refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), URL_MESSAGE),
  description: freeText('Description', LONG_TEXT_LIMIT_CHARS),
  date_built: calendarDate,
  number_of_units: atLeastOne('Number of units', 1),
};

const blank = z.string().trim().length(0);

/** The shared building form (SPEC.md point 2): texts as typed, an empty number is undefined. */
export const condoFormSchema = z.object({
  name: fields.name,
  address: fields.address,
  city: fields.city,
  state: fields.state,
  zip_code: fields.zip_code,
  country: fields.country,
  website: z
    .string()
    .refine((value) => blank.or(fields.website).safeParse(value).success, URL_MESSAGE),
  date_built: z
    .string()
    .refine(
      (value) => blank.or(fields.date_built).safeParse(value).success,
      'Please enter a valid date (YYYY-MM-DD)',
    ),
  number_of_units: fields.number_of_units.optional(),
  description: fields.description,
});
export type CondoForm = z.input<typeof condoFormSchema>;

/** The optional fields on the wire: JSON values or multipart texts; an empty one clears the field. */
const optionalWire = {
  website: z.preprocess(blankToNull, fields.website.nullable().optional()),
  description: z.preprocess(blankToNull, fields.description.nullable().optional()),
  date_built: z.preprocess(blankToNull, fields.date_built.nullable().optional()),
  number_of_units: z.preprocess(numberFromText, fields.number_of_units.nullable().optional()),
};

/** POST /admin/condos: the text fields of the multipart or JSON body. */
export const condoCreateSchema = z
  .object({
    name: fields.name,
    address: fields.address,
    city: fields.city,
    state: fields.state,
    zip_code: fields.zip_code,
    country: fields.country,
    ...optionalWire,
  })
  .meta({ id: 'CondoCreate' });
export type CondoCreate = z.infer<typeof condoCreateSchema>;

/** The literal that flags a picture for removal (SPEC.md point 7). JSON callers may send true. */
const removeFlag = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value),
  z.boolean().optional(),
);

/** PUT /admin/condos/{id}: what is sent changes, the rest stays. */
export const condoUpdateSchema = condoCreateSchema
  .partial()
  .extend({
    remove_image: removeFlag,
    remove_flag: removeFlag,
    remove_country_flag: removeFlag,
  })
  .meta({ id: 'CondoUpdate' });
export type CondoUpdate = z.infer<typeof condoUpdateSchema>;

/** A building as the embedded API answers it (SPEC.md point 3). */
export const condoSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    country: z.string(),
    website: z.string().nullable(),
    description: z.string().nullable(),
    date_built: z.iso.date().nullable(),
    number_of_units: z.int().nullable(),
    image_url: z.string().nullable(),
    flag_url: z.string().nullable(),
    country_flag_url: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'Condo' });

export const condoListSchema = z.array(condoSchema);

const filter = z.string().max(1000).optional();

/** GET /admin/condos query: each filter is left out when empty. */
export const condoListQuerySchema = z.object({
  search: filter,
  city: filter,
  state: filter,
  zip_code: filter,
  country: filter,
  sort_by: z.enum(['id', 'name']).default('name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});
export type CondoListQuery = z.infer<typeof condoListQuerySchema>;
