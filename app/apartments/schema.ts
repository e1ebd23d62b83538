import { apartmentFields, type Apartment, formatParkingSpots } from './fields';
import {
  answerSchemaOf,
  bodySchemaOf,
  filterShapeOf,
  filterText,
  formSchemaOf,
} from '~/fields/field-schemas';
import { changedValues } from '~/fields/field-values';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

/** The apartment form: an empty number is undefined, `no_parking` is the "None" checkbox. */
export const apartmentFormSchema = formSchemaOf(apartmentFields)
  .extend({
    parking_spot_numbers: z.array(
      z
        .string()
        .trim()
        .min(1, rule('required', { field: 'Parking spot number' })),
    ),
    no_parking: z.boolean(),
  })
  .refine((form) => form.no_parking || form.parking_spot_numbers.length > 0, {
    path: ['parking_spot_numbers'],
    ...rule('parking_required'),
  });
export type ApartmentForm = z.input<typeof apartmentFormSchema>;

/** POST /admin/apartments. condo_id is a number on the wire; a numeric text is read as one. */
export const apartmentCreateSchema = bodySchemaOf(apartmentFields).meta({ id: 'ApartmentCreate' });
export type ApartmentCreate = z.infer<typeof apartmentCreateSchema>;

/** PUT /admin/apartments/{id}: only the sent fields change; null clears an optional field. */
export const apartmentUpdateSchema = apartmentCreateSchema
  .partial()
  .meta({ id: 'ApartmentUpdate' });
export type ApartmentUpdate = z.infer<typeof apartmentUpdateSchema>;

export const apartmentSchema = answerSchemaOf(apartmentFields).meta({ id: 'Apartment' });
export const apartmentListQuerySchema = z.object({
  search: filterText,
  ...filterShapeOf(apartmentFields),
});
export type ApartmentListQuery = z.infer<typeof apartmentListQuerySchema>;

/** The wire body of the apartment form. changedValues() decides how empty fields are sent. */
export function toApartmentPayload(
  form: z.output<typeof apartmentFormSchema>,
  stored?: Partial<Apartment> | null,
): ApartmentCreate {
  const { parking_spot_numbers: spots, no_parking: none, ...fields } = form;
  const parking_spot_number = formatParkingSpots(none ? [] : spots);
  return changedValues(apartmentFields, { ...fields, parking_spot_number }, stored);
}
