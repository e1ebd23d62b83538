import { type Fields, readerOf, type ReadRecord } from '~/fields/fields';
import { LONG_TEXT_LIMIT_CHARS, SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';

/** The fields of a building (docs/behaviour/condos.md and validation.md). */
export const condoFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true, sort: true },
  name: {
    kind: 'text',
    label: 'Building Name or First Line of the Address',
    subject: 'Building Name',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    sort: true,
  },
  address: { kind: 'text', label: 'Address', required: true, max: 1_000 },
  city: {
    kind: 'text',
    label: 'City/Town/Commune',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    filter: 18,
  },
  state: {
    kind: 'text',
    label: 'Canton',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    isCanton: true,
    filter: 10,
  },
  zip_code: { kind: 'text', label: 'Zip Code', required: true, max: 32, filter: 10 },
  country: {
    kind: 'text',
    label: 'Country',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    filter: 14,
  },
  website: { kind: 'url', label: 'Building Website (Neighborhood)' },
  description: { kind: 'text', label: 'Description', max: LONG_TEXT_LIMIT_CHARS },
  date_built: { kind: 'date', label: 'Date Built' },
  number_of_units: {
    kind: 'integer',
    label: 'Number of Units',
    subject: 'Number of units',
    step: 1,
    unit: 'units',
  },
  image_url: { kind: 'image', label: 'Building Image', readOnly: true },
  flag_url: { kind: 'image', label: 'Canton Flag', readOnly: true },
  country_flag_url: { kind: 'image', label: 'Country Flag', readOnly: true },
  created_at: { kind: 'instant', label: 'Created', required: true, readOnly: true },
} as const satisfies Fields;

/** The list's default sort; it is not written to the URL. */
export const CONDO_SORT = { by: 'name', order: 'asc' } as const;

/** A building in the panel: every field may be missing in a response of an external API. */
export type Condo = ReadRecord<typeof condoFields>;

export const readCondo = readerOf(condoFields);

/** "3011 Bern, BE" */
export function condoPlace({ zip_code, city, state }: Condo): string {
  const town = [zip_code, city].filter(Boolean).join(' ');
  return [town, state].filter(Boolean).join(', ');
}
