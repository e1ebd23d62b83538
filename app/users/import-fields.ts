import { INVITABLE_ROLES } from '~/users/roles';
import type { Fields } from '~/fields/fields';
import { invitationFields } from '~/invitations/fields';
import { associationFields, changeableFields, userFields } from './fields';

/**
 * A row of an import of people: a person, and optionally a building and a role (docs/behaviour/imports.md).
 * Rules of the row say which fields are required together.
 */
export const tenancyFields = {
  first_name: userFields.first_name,
  last_name: userFields.last_name,
  email: { kind: 'email', label: 'Email' },
  phone: userFields.phone,
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: invitationFields.condo_id.message,
  },
  apartment_id: invitationFields.apartment_id,
  role: { kind: 'choice', label: 'Role', subject: 'role', options: INVITABLE_ROLES },
  since: associationFields.since,
  until: associationFields.until,
  note: associationFields.note,
} as const satisfies Fields;

/** The fields of an association that an edited export of residents may change. */
const { reported_on: _reported, ...reviewed } = changeableFields;
export const tenancyReviewFields = reviewed;

/** Read-only columns that identify the person and place of a reviewed row. */
export const FIXED_COLUMNS: Readonly<Partial<Record<string, readonly string[]>>> = {
  tenancy: ['condo_id', 'apartment_number', 'floor_number', 'name', 'email'],
  user: ['email'],
};

/** A file needs one of these columns, and each row one of these values. */
export const PERSON_NAMES = ['first_name', 'last_name', 'email'] as const;

/** Fields of the association. A row with any of them needs a building and a role. */
export const PLACE_FIELDS = ['condo_id', 'apartment_id', 'role', 'since', 'until', 'note'] as const;
