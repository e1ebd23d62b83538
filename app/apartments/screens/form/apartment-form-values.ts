import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/kit/form/conflict/record-shape';
import {
  apartmentFormSchema,
  toApartmentPayload,
  type ApartmentForm,
  type ApartmentCreate,
} from '~/apartments/schema';
import {
  apartmentFields,
  type Apartment,
  NO_PARKING,
  parseParkingSpots,
} from '~/apartments/fields';
import { formValuesOf, recordOf } from '~/fields/field-values';
import { z } from '~/fields/zod';
import { msg, t, translate } from '~/language/texts';

/** The values of the apartment form: the contract's fields and the parking spot that is being typed. */
export type ApartmentFormValues = ApartmentForm & {
  condo_id: number | undefined;
  parking_entry: string;
};

/** Error for a spot that was typed but not added. It would be lost silently. */
export const PARKING_ENTRY_MESSAGE = msg`Press Add to add this parking spot, or clear it`;

export const apartmentFormValuesSchema = apartmentFormSchema.safeExtend({
  parking_entry: z.string().refine((text) => text.trim() === '', PARKING_ENTRY_MESSAGE),
});

/** The form of a stored apartment, or an empty one for `condoId`. */
export function toApartmentFormValues(
  apartment: Apartment | undefined,
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

/**
 * Describes the form and its records. A new apartment belongs to `condoId` and starts with the values of
 * `initial`.
 */
export function apartmentShape(
  condoId: number | undefined,
  initial: Partial<ApartmentFormValues> = {},
): RecordShape<Apartment, ApartmentFormValues, ApartmentCreate> {
  return {
    noun: t`apartment`,
    toValues: (apartment) => ({
      ...toApartmentFormValues(apartment, condoId),
      ...(apartment === undefined && initial),
    }),
    toStored: (values) => recordOf(apartmentFields, values),
    toBody: (values, apartment) => toApartmentPayload(apartmentFormSchema.parse(values), apartment),
    compared: [...comparedFields(apartmentFields), comparedParking],
  };
}

const comparedParking: ComparedField<ApartmentFormValues> = {
  name: 'parking_spot_number',
  label: apartmentFields.parking_spot_number.label,
  textOf: ({ no_parking, parking_spot_numbers }) =>
    no_parking ? translate(NO_PARKING) : parking_spot_numbers.join(', '),
  merge(side, mine, theirs) {
    const { no_parking, parking_spot_numbers } = side === 'theirs' ? theirs : mine;
    return { no_parking, parking_spot_numbers };
  },
};
