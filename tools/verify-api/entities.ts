/*
 * What the wire contract says of each entity: names, limits, what is answered. Written by hand and
 * not derived from app/contract, since an oracle made from what it tests finds nothing: a field is added here as well.
 * tests/unit/contract/oracles.test.ts names each difference.
 */

/** One field of a response: its value, or a value or null. */
export interface WireField {
  type: 'text' | 'date' | 'instant' | 'integer' | 'number' | 'boolean';
  answered: 'value' | 'nullable';
  /** Longest text that a form takes, in characters. */
  max?: number;
  /** A form takes multiples of it. */
  step?: 1 | 0.5 | 0.01;
  /** The only values. */
  options?: readonly string[];
}

export type WireEntity = Readonly<Record<string, WireField>>;

export const BUILDING = {
  id: { type: 'integer', answered: 'value' },
  name: { type: 'text', answered: 'value', max: 255 },
  address: { type: 'text', answered: 'value', max: 1_000 },
  city: { type: 'text', answered: 'value', max: 255 },
  state: { type: 'text', answered: 'value', max: 255 },
  zip_code: { type: 'text', answered: 'value', max: 32 },
  country: { type: 'text', answered: 'value', max: 255 },
  website: { type: 'text', answered: 'nullable', max: 2_048 },
  description: { type: 'text', answered: 'nullable', max: 10_000 },
  date_built: { type: 'date', answered: 'nullable' },
  number_of_units: { type: 'integer', answered: 'nullable', step: 1 },
  image_url: { type: 'text', answered: 'nullable' },
  flag_url: { type: 'text', answered: 'nullable' },
  country_flag_url: { type: 'text', answered: 'nullable' },
  created_at: { type: 'instant', answered: 'value' },
} as const satisfies WireEntity;

/** A query parameter that narrows a list: the field that it is compared with, and how. */
export interface WireFilter {
  field: keyof typeof BUILDING;
  by: 'part' | 'value' | 'least' | 'most';
}

/** What the list of buildings is filtered and sorted by, besides `search`. */
export const BUILDING_FILTERS: Readonly<Record<string, WireFilter>> = {
  city: { field: 'city', by: 'part' },
  state: { field: 'state', by: 'part' },
  zip_code: { field: 'zip_code', by: 'part' },
  country: { field: 'country', by: 'part' },
};
export const BUILDING_SORTS = ['id', 'name'] as const;

export const APARTMENT = {
  id: { type: 'integer', answered: 'value' },
  condo_id: { type: 'integer', answered: 'value' },
  apartment_number: { type: 'text', answered: 'value', max: 64 },
  floor_number: { type: 'number', answered: 'nullable', step: 1 },
  bedrooms: { type: 'number', answered: 'nullable', step: 0.5 },
  bathrooms: { type: 'number', answered: 'nullable', step: 0.5 },
  sqmt: { type: 'number', answered: 'nullable', step: 0.01 },
  parking_spot_number: { type: 'text', answered: 'nullable', max: 1_000 },
  has_parking: { type: 'boolean', answered: 'value' },
  notes: { type: 'text', answered: 'nullable', max: 10_000 },
} as const satisfies WireEntity;

/** What the list of apartments is filtered by, besides `search`. */
export const APARTMENT_FILTERS = ['condo_id'] as const;

export const USER = {
  id: { type: 'integer', answered: 'value' },
  first_name: { type: 'text', answered: 'nullable', max: 255 },
  last_name: { type: 'text', answered: 'nullable', max: 255 },
  email: { type: 'text', answered: 'value' },
  profile_picture: { type: 'text', answered: 'nullable' },
  is_active: { type: 'boolean', answered: 'value' },
  email_verified: { type: 'boolean', answered: 'value' },
  created_at: { type: 'instant', answered: 'value' },
  updated_at: { type: 'instant', answered: 'value' },
  last_login: { type: 'instant', answered: 'nullable' },
} as const satisfies WireEntity;

const ROLES = ['super_admin', 'building_manager', 'owner', 'renter'] as const;

export const ASSOCIATION = {
  id: { type: 'integer', answered: 'value' },
  condo_id: { type: 'integer', answered: 'value' },
  condo_name: { type: 'text', answered: 'value' },
  apartment_number: { type: 'text', answered: 'nullable' },
  role: { type: 'text', answered: 'value', options: ROLES },
  created_at: { type: 'instant', answered: 'value' },
} as const satisfies WireEntity;
