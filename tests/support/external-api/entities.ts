import {
  anyText,
  choice,
  date,
  digits,
  integer,
  numberFromOne,
  text,
  webAddress,
  type FieldRule,
} from './rules';

/*
 * Entities of this API, written by hand and not derived from the field tables, so a new field is added
 * here as well. tests/unit/apartments/oracles.test.ts names each difference.
 */

type Rules = Readonly<Record<string, FieldRule>>;

export interface StandInEntity {
  /** Fields in every body. */
  required: Rules;
  /** Fields that a body contains only with a value, or to clear one. */
  optional: Rules;
  /** Further fields in responses. */
  answered: readonly string[];
  /** Fields of responses that are not in the contract. The panel ignores them. */
  extras: readonly string[];
}

const ROLE = choice('building_manager', 'owner', 'renter');

export const CONDO = {
  required: {
    name: text(255),
    address: text(1_000),
    city: text(255),
    state: text(255),
    zip_code: text(32),
    country: text(255),
  },
  optional: {
    description: text(10_000),
    website: webAddress(2_048),
    date_built: date,
    number_of_units: digits,
  },
  answered: ['id', 'image_url', 'flag_url', 'country_flag_url', 'created_at'],
  extras: ['tenant_id', '_links'],
} as const satisfies StandInEntity;

/** Filters of the list of buildings, besides `search`. */
export const CONDO_FILTERS = ['city', 'state', 'zip_code', 'country'] as const;
export const CONDO_SORTS = ['id', 'name'] as const;

export const APARTMENT = {
  required: { condo_id: integer, apartment_number: text(64), parking_spot_number: text(1_000) },
  optional: {
    floor_number: numberFromOne(1),
    bedrooms: numberFromOne(0.5),
    bathrooms: numberFromOne(0.5),
    sqmt: numberFromOne(0.01),
    notes: text(10_000),
  },
  answered: ['id'],
  extras: ['meter'],
} as const satisfies StandInEntity;

/** Filters of the list of apartments, besides `search`. */
export const APARTMENT_FILTERS = ['condo_id'] as const;

export const USER = {
  required: { first_name: anyText(255), last_name: anyText(255) },
  optional: {},
  answered: ['id', 'email', 'is_active', 'email_verified', 'created_at', 'condo_associations'],
  extras: ['locale'],
} as const satisfies StandInEntity;

export const ASSOCIATION = {
  required: {},
  optional: {},
  answered: ['id', 'condo_id', 'condo_name', 'apartment_number', 'role'],
  extras: [],
} as const satisfies StandInEntity;

/** An invitation as it is sent, and as it is answered. */
export const INVITATION = {
  required: { email: text(254), role: ROLE, condo_id: integer },
  optional: { apartment_id: integer },
  answered: ['id', 'status', 'condo', 'apartment', 'created_at'],
  extras: [],
} as const satisfies StandInEntity;
