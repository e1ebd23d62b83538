import { readerOf } from '~/fields/field-reading';
import type { ReadRecord } from '~/fields/fields';
import { fieldsOf, readList, readNumber, type Fields as Answer } from '~/fields/reading';
import { associationFields, userFields } from './user-fields';

export type CondoAssociation = ReadRecord<typeof associationFields>;

/** A user in the panel; one without a status counts as active. */
export type User = ReadRecord<typeof userFields> & { condo_associations: CondoAssociation[] };

export interface UserPage {
  users: User[];
  currentPage: number;
  totalPages: number;
  /** Number of users on all pages; null if the API does not send it. */
  total: number | null;
}

const readFields = readerOf(userFields);
const readAssociation = readerOf(associationFields);

export function readUser(answer: Answer): User {
  const associations = answer.condo_associations;
  return {
    ...readFields(answer),
    condo_associations: Array.isArray(associations) ? readList(associations, readAssociation) : [],
  };
}

/**
 * Reads GET /admin/users. A response without pagination is one page. Page counts are rounded up, since some
 * APIs send a fraction (27 people by 10 is 2.7).
 */
export function readUserPage(answer: unknown): UserPage {
  const pagination = fieldsOf(fieldsOf(answer).pagination);
  return {
    users: readList(answer, readUser),
    currentPage: readNumber(pagination.current_page) ?? 1,
    totalPages: Math.ceil(readNumber(pagination.total_pages) ?? 1),
    total: readNumber(pagination.total),
  };
}
