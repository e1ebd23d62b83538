import { type Fields, readerOf, type ReadRecord } from '~/fields/fields';
import { LONG_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { readBoolean, type UnknownRecord } from '~/fields/reading';

/** Parking spots on the wire: comma-joined text, or the literal "None". */
export const NO_PARKING = 'None';

/** Splits a wire text into its parking spots. A missing or empty text, or "None", has no spots. */
export function parseParkingSpots(text: string | null | undefined): string[] {
  if (!text || text.trim().toLowerCase() === NO_PARKING.toLowerCase()) return [];
  return addParkingSpots([], text);
}

export function formatParkingSpots(spots: readonly string[]): string {
  return spots.length === 0 ? NO_PARKING : spots.join(',');
}

/** Adds the typed spots, trimmed, each only once. A comma separates spots, as on the wire. */
export function addParkingSpots(spots: readonly string[], typed: string): string[] {
  const added = typed.split(',').map((part) => part.trim());
  return [...new Set([...spots, ...added.filter(Boolean)])];
}

/** Sort orders of the apartments in the embedded API. Equal values are sorted by building and number. */
export const APARTMENT_SORTS = [
  'condo_name',
  'apartment_number',
  'floor_number',
  'bedrooms',
  'sqmt',
] as const;

/** The fields of an apartment (docs/behaviour/apartments.md and validation.md). */
export const apartmentFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true },
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: { code: 'required', params: { field: 'Condo' } },
    filter: 10,
    required: true,
  },
  apartment_number: {
    kind: 'text',
    label: 'Apartment Number',
    subject: 'Apartment number',
    required: true,
    max: 64,
    fromNumber: true,
  },
  floor_number: {
    kind: 'number',
    label: 'Floor Number',
    subject: 'Floor number',
    step: 1,
    unit: 'floor',
  },
  bedrooms: { kind: 'number', label: 'Rooms', step: 0.5, unit: 'rooms' },
  bathrooms: { kind: 'number', label: 'Bathrooms', step: 0.5, unit: 'bathrooms' },
  sqmt: {
    kind: 'number',
    label: 'Square Meters (Sqmt)',
    subject: 'Square meters',
    step: 0.01,
    unit: 'area',
  },
  parking_spot_number: { kind: 'parking', label: 'Parking Spot', subject: 'Parking spot number' },
  has_parking: { kind: 'boolean', label: 'Parking', readOnly: true, otherwise: false },
  notes: { kind: 'text', label: 'Notes', max: LONG_TEXT_LIMIT_CHARS },
} as const satisfies Fields;

export type Apartment = ReadRecord<typeof apartmentFields>;

const readFields = readerOf(apartmentFields);

/** Reads one apartment of a response. If the API does not send has_parking, it follows from the spots. */
export function readApartment(answer: UnknownRecord): Apartment {
  const apartment = readFields(answer);
  const spots = parseParkingSpots(apartment.parking_spot_number);
  return { ...apartment, has_parking: readBoolean(answer.has_parking) ?? spots.length > 0 };
}
