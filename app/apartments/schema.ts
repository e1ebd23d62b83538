import { INVITABLE_ROLES } from '~/users/roles';
import { APARTMENT_SORTS, apartmentFields, type Apartment, formatParkingSpots } from './fields';
import {
  answerSchemaOf,
  bodySchemaOf,
  filterId,
  filterIds,
  filterShapeOf,
  filterText,
  formSchemaOf,
  valueSchema,
} from '~/fields/field-schemas';
import { changedValues } from '~/fields/field-values';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';
import { associationFields } from '~/users/fields';
import { condoTenancySchema, paginationSchema, userListQuerySchema } from '~/users/schema';

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
  floor: filterId.meta({ description: 'Embedded API only' }),
  role: z
    .enum([...INVITABLE_ROLES, ''])
    .optional()
    .meta({
      description: 'Apartments of somebody who has this role there today. Embedded API only',
    }),
  vacant_on: valueSchema(associationFields.since).optional().meta({
    description:
      'Apartments with neither owner nor renter on this day; with role, with nobody of that role. Embedded API only',
  }),
  sort_by: z.enum(APARTMENT_SORTS).optional().meta({
    description:
      'condo_name unless told otherwise. Equal ones are sorted by building and number, those without a value come last. Embedded API only',
  }),
  sort_order: z.enum(['asc', 'desc']).optional().meta({
    description: 'asc unless told otherwise. Embedded API only',
  }),
});
export type ApartmentListQuery = z.infer<typeof apartmentListQuerySchema>;

export const occupancyQuerySchema = apartmentListQuerySchema.extend(
  userListQuerySchema.pick({ page: true, page_size: true }).shape,
);
export type OccupancyQuery = z.infer<typeof occupancyQuerySchema>;

/**
 * An apartment with its past, present and future people. `state` is the state on `vacant_on`, by default
 * today.
 */
export const occupiedApartmentSchema = apartmentSchema
  .extend({ condo_name: z.string(), tenancies: z.array(condoTenancySchema) })
  .meta({ id: 'OccupiedApartment' });
export type OccupiedApartment = z.infer<typeof occupiedApartmentSchema>;

export const occupancySchema = z
  .object({
    data: z.array(occupiedApartmentSchema),
    pagination: paginationSchema.required(),
  })
  .meta({ id: 'Occupancy' });

export const endedQuerySchema = z.object({
  ids: filterIds.meta({ description: 'Ids of apartments, separated by commas' }),
});
export const endedSchema = z.object({ count: z.int() }).meta({ id: 'EndedTenancies' });

/** The wire body of the apartment form. changedValues() decides how empty fields are sent. */
export function toApartmentPayload(
  form: z.output<typeof apartmentFormSchema>,
  stored?: Partial<Apartment> | null,
): ApartmentCreate {
  const { parking_spot_numbers: spots, no_parking: none, ...fields } = form;
  const parking_spot_number = formatParkingSpots(none ? [] : spots);
  return changedValues(apartmentFields, { ...fields, parking_spot_number }, stored);
}
