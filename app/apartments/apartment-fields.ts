import type { Fields } from '~/fields/fields';
import { LONG_TEXT_LIMIT_CHARS } from '~/fields/limits';

/** The fields of an apartment (docs/behaviour/apartments.md and validation.md). */
export const apartmentFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true },
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: 'Condo is required',
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
  floor_number: { kind: 'number', label: 'Floor Number', subject: 'Floor number', step: 1 },
  bedrooms: { kind: 'number', label: 'Rooms', step: 0.5 },
  bathrooms: { kind: 'number', label: 'Bathrooms', step: 0.5 },
  sqmt: { kind: 'number', label: 'Square Meters (Sqmt)', subject: 'Square meters', step: 0.01 },
  parking_spot_number: { kind: 'parking', label: 'Parking Spot', subject: 'Parking spot number' },
  has_parking: { kind: 'boolean', label: 'Parking', readOnly: true, otherwise: false },
  notes: { kind: 'text', label: 'Notes', max: LONG_TEXT_LIMIT_CHARS },
} as const satisfies Fields;
