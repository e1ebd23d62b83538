import { INVITABLE_ROLES, ROLES } from './roles';
import { type Fields, readerOf, type ReadRecord } from '~/fields/fields';
import { LONG_TEXT_LIMIT_CHARS, PHONE_LIMIT_CHARS, SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { fieldsOf, readId, readList, readNumber, type UnknownRecord } from '~/fields/reading';

/** Domain reserved by RFC 2606, in which no mailbox exists. */
const ERASED_DOMAIN = '@erased.invalid';

/** E-mail address of an erased person. Accounts need one, and no two may be equal. */
export function erasedEmail(userId: number): string {
  return `erased-${userId}${ERASED_DOMAIN}`;
}

export function isErasedEmail(email: string | null): boolean {
  return email?.endsWith(ERASED_DOMAIN) ?? false;
}

/** The fields of a user (docs/behaviour/users.md); only names and phone can be changed. */
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
  /** Missing for people who cannot sign in, whom an administrator entered (docs/behaviour/tenancies.md). */
  email: { kind: 'email', label: 'Email', readOnly: true },
  phone: { kind: 'text', label: 'Phone', max: PHONE_LIMIT_CHARS },
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
    message: { code: 'required', params: { field: 'Building selection' } },
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
  /**
   * First and last day. Both are optional: the beginning may be unknown, and the association may have no
   * end.
   */
  since: { kind: 'date', label: 'Since', isTenancy: true },
  until: { kind: 'date', label: 'Until', isTenancy: true },
  note: { kind: 'text', label: 'Note', max: LONG_TEXT_LIMIT_CHARS },
  /** Day on which the move was reported to the commune. */
  reported_on: { kind: 'date', label: 'Reported on', isTenancy: true },
  created_at: { kind: 'instant', label: 'Created At', required: true, readOnly: true },
} as const satisfies Fields;

const { since, until, note, reported_on } = associationFields;

/** Fields of an association that an administrator can change. The role must be one that can be assigned. */
export const changeableFields = {
  role: {
    kind: 'choice',
    label: 'Role',
    subject: 'role',
    required: true,
    options: INVITABLE_ROLES,
  },
  since,
  until,
  note,
  reported_on,
} as const satisfies Fields;

export type CondoAssociation = ReadRecord<typeof associationFields>;

const readFields = readerOf(userFields);
const readAssociation = readerOf(associationFields);

/** Reads one user of a response. A user without a status is active. */
export function readUser(answer: UnknownRecord) {
  const associations = answer.condo_associations;
  return {
    ...readFields(answer),
    condo_associations: Array.isArray(associations) ? readList(associations, readAssociation) : [],
    /** The person into whom this closed account was merged. */
    merged_into: readId(answer.merged_into),
  };
}

export type User = ReturnType<typeof readUser>;

/**
 * Reads GET /admin/users. A response without pagination is one page. Page counts are rounded up, since some
 * APIs send fractions (27 people by 10 is 2.7).
 */
export function readUserPage(answer: unknown) {
  const pagination = fieldsOf(fieldsOf(answer).pagination);
  return {
    users: readList(answer, readUser),
    currentPage: readNumber(pagination.current_page) ?? 1,
    totalPages: Math.ceil(readNumber(pagination.total_pages) ?? 1),
    /** Number of users on all pages; null if the API does not send it. */
    total: readNumber(pagination.total),
  };
}

export type UserPage = ReturnType<typeof readUserPage>;
