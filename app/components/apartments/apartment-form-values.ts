import {
  apartmentFormSchema,
  toApartmentPayload,
  type ApartmentForm,
  type ApartmentCreate,
} from '~/contract/apartment';
import { apartmentFields } from '~/contract/apartment-fields';
import type { Apartment } from '~/contract/apartment-reading';
import { formValuesOf } from '~/contract/field-values';
import { parseParkingSpots } from '~/contract/parking';
import { z } from '~/contract/zod';

/** What the apartment form holds: the contract's fields and the parking spot that is being typed. */
export type ApartmentFormValues = ApartmentForm & {
  condo_id: number | undefined;
  parking_entry: string;
};

/** A spot that was typed but not added would be lost silently. */
export const PARKING_ENTRY_MESSAGE = 'Press Add to add this parking spot, or clear it';

export const apartmentFormValuesSchema = apartmentFormSchema.safeExtend({
  parking_entry: z.string().refine((text) => text.trim() === '', PARKING_ENTRY_MESSAGE),
});

/**
 * The form of a stored apartment, or an empty one for `condoId`. "None" is on when there are no spots.
 */
export function toApartmentFormValues(
  apartment: Apartment | null,
  condoId: number | undefined,
): ApartmentFormValues {
  const spots = parseParkingSpots(apartment?.parking_spot_number);
  const values = formValuesOf(apartmentFields, apartment);
  return {
    ...values,
    condo_id: values.condo_id ?? condoId,
    parking_spot_numbers: spots,
    no_parking: spots.length === 0,
    parking_entry: '',
  };
}

/** Form to wire; a stored value that was emptied is cleared. */
export function toApartmentBody(
  values: ApartmentFormValues,
  apartment: Apartment | null,
): ApartmentCreate {
  return toApartmentPayload(apartmentFormSchema.parse(values), apartment ?? {});
}
