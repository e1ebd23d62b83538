import type { Fields } from '~/fields/fields';
import { SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { ROLES } from './role';

/** The fields of a user (docs/behaviour/users.md); only the names can be changed. */
export const userFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true },
  first_name: {
    kind: 'text',
    label: 'First Name',
    subject: 'First name',
    max: SHORT_TEXT_LIMIT_CHARS,
  },
  last_name: {
    kind: 'text',
    label: 'Last Name',
    subject: 'Last name',
    max: SHORT_TEXT_LIMIT_CHARS,
  },
  email: { kind: 'email', label: 'Email', required: true, readOnly: true },
  profile_picture: { kind: 'image', label: 'Profile', readOnly: true },
  is_active: { kind: 'boolean', label: 'Status', required: true, readOnly: true, otherwise: true },
  email_verified: {
    kind: 'boolean',
    label: 'Email Verified',
    required: true,
    readOnly: true,
    otherwise: false,
  },
  created_at: { kind: 'instant', label: 'Created At', required: true, readOnly: true },
  updated_at: { kind: 'instant', label: 'Updated At', required: true, readOnly: true },
  last_login: { kind: 'instant', label: 'Last Login', readOnly: true },
} as const satisfies Fields;

export const associationFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true },
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: 'Building selection is required',
    required: true,
    readOnly: true,
  },
  condo_name: {
    kind: 'text',
    label: 'Building',
    required: true,
    readOnly: true,
    max: SHORT_TEXT_LIMIT_CHARS,
  },
  apartment_number: { kind: 'text', label: 'Apartment', readOnly: true, max: 64 },
  role: { kind: 'choice', label: 'Role', required: true, readOnly: true, options: ROLES },
  created_at: { kind: 'instant', label: 'Created At', required: true, readOnly: true },
} as const satisfies Fields;
