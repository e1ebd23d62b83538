import { atLeastOne, blankToNull, freeText, idNumber, numberFromText, requiredText } from './field';
import { INTEGER_MAX, LONG_TEXT_LIMIT_CHARS } from './limits';
import { formatParkingSpots } from './parking';
import { z } from './zod';

/** The apartment rules of SPEC.md point 5. */
const fields = {
  condo_id: idNumber('Condo is required'),
  apartment_number: requiredText('Apartment number is required', 'Apartment number', 64),
  floor_number: atLeastOne('Floor number', 1),
  bedrooms: atLeastOne('Rooms', 0.5),
  bathrooms: atLeastOne('Bathrooms', 0.5),
  sqmt: atLeastOne('Square meters', 0.01),
  notes: freeText('Notes', LONG_TEXT_LIMIT_CHARS),
};

export const PARKING_REQUIRED_MESSAGE = 'At least one parking spot or None must be selected';

/** The apartment form: an empty number is undefined, `no_parking` is the "None" checkbox. */
export const apartmentFormSchema = z
  .object({
    condo_id: z
      .union([fields.condo_id, z.undefined()])
      .refine((value) => value !== undefined, 'Condo is required'),
    apartment_number: fields.apartment_number,
    floor_number: fields.floor_number.optional(),
    bedrooms: fields.bedrooms.optional(),
    bathrooms: fields.bathrooms.optional(),
    sqmt: fields.sqmt.optional(),
    parking_spot_numbers: z.array(z.string().trim().min(1, 'Parking spot number is required')),
    no_parking: z.boolean(),
    notes: fields.notes,
  })
  .refine((form) => form.no_parking || form.parking_spot_numbers.length > 0, {
    path: ['parking_spot_numbers'],
    message: PARKING_REQUIRED_MESSAGE,
  });
export type ApartmentForm = z.input<typeof apartmentFormSchema>;

const optionalNumber = <T extends z.ZodType>(field: T) =>
  z.preprocess(numberFromText, field.nullable().optional());

/** POST /admin/apartments. condo_id is a number on the wire; a numeric text is read as one. */
export const apartmentCreateSchema = z
  .object({
    condo_id: z.preprocess(numberFromText, fields.condo_id),
    apartment_number: z.preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      fields.apartment_number,
    ),
    floor_number: optionalNumber(fields.floor_number),
    bedrooms: optionalNumber(fields.bedrooms),
    bathrooms: optionalNumber(fields.bathrooms),
    sqmt: optionalNumber(fields.sqmt),
    parking_spot_number: z.preprocess(
      blankToNull,
      freeText('Parking spot number', 1000).nullable().optional(),
    ),
    notes: z.preprocess(blankToNull, fields.notes.nullable().optional()),
  })
  .meta({ id: 'ApartmentCreate' });
export type ApartmentCreate = z.infer<typeof apartmentCreateSchema>;

/** PUT /admin/apartments/{id}: what is sent changes, the rest stays; null clears an optional field. */
export const apartmentUpdateSchema = apartmentCreateSchema
  .partial()
  .meta({ id: 'ApartmentUpdate' });
export type ApartmentUpdate = z.infer<typeof apartmentUpdateSchema>;

/** An apartment as the embedded API answers it (SPEC.md point 3). */
export const apartmentSchema = z
  .object({
    id: z.int(),
    condo_id: z.int(),
    apartment_number: z.string(),
    floor_number: z.number().nullable(),
    bedrooms: z.number().nullable(),
    bathrooms: z.number().nullable(),
    sqmt: z.number().nullable(),
    parking_spot_number: z.string().nullable(),
    has_parking: z.boolean(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'Apartment' });

export const apartmentListSchema = z.array(apartmentSchema);

/** GET /admin/apartments query: search by unit number, condo_id for one building. */
export const apartmentListQuerySchema = z.object({
  search: z.string().max(1000).optional(),
  condo_id: z.coerce.number().int().positive().max(INTEGER_MAX).optional(),
});
export type ApartmentListQuery = z.infer<typeof apartmentListQuerySchema>;

const clearable = <T extends z.ZodType>(field: T) => field.nullable().optional();

/** The wire body as the panel sends it: empty fields are left out, or null where a stored value is cleared. */
export const apartmentPayloadSchema = z.object({
  condo_id: fields.condo_id,
  apartment_number: fields.apartment_number,
  floor_number: clearable(fields.floor_number),
  bedrooms: clearable(fields.bedrooms),
  bathrooms: clearable(fields.bathrooms),
  sqmt: clearable(fields.sqmt),
  parking_spot_number: z.string().min(1),
  notes: clearable(fields.notes),
});
export type ApartmentPayload = z.infer<typeof apartmentPayloadSchema>;

const OPTIONAL_NUMBERS = ['floor_number', 'bedrooms', 'bathrooms', 'sqmt'] as const;
type Stored = Partial<Record<(typeof OPTIONAL_NUMBERS)[number] | 'notes', unknown>>;

/**
 * Form to wire. An empty optional field is left out of the request (READINGS.md); where `stored` (the apartment being
 * edited) has a value there, null is sent instead, since leaving it out would silently keep what the user removed.
 */
export function toApartmentPayload(
  form: z.output<typeof apartmentFormSchema>,
  stored: Stored = {},
): ApartmentPayload {
  const payload: ApartmentPayload = {
    condo_id: form.condo_id,
    apartment_number: form.apartment_number,
    parking_spot_number: formatParkingSpots(form.no_parking ? [] : form.parking_spot_numbers),
  };
  for (const name of OPTIONAL_NUMBERS) {
    const value = form[name];
    if (value !== undefined) payload[name] = value;
    else if (stored[name] != null) payload[name] = null;
  }
  if (form.notes !== '') payload.notes = form.notes;
  else if (stored.notes) payload.notes = null;
  return payload;
}
