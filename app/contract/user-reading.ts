import {
  fieldsOf,
  readBoolean,
  readId,
  readList,
  readNumber,
  readText,
  type Fields,
} from './reading';

export interface CondoAssociation {
  id: number | null;
  condo_id: number | null;
  condo_name: string | null;
  apartment_number: string | null;
  role: string | null;
  created_at: string | null;
}

/** A user as the panel holds it. */
export interface User {
  id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  profile_picture: string | null;
  is_active: boolean;
  email_verified: boolean;
  created_at: string | null;
  updated_at: string | null;
  last_login: string | null;
  condo_associations: CondoAssociation[];
}

export interface UserPage {
  users: User[];
  currentPage: number;
  totalPages: number;
}

function readAssociation(fields: Fields): CondoAssociation {
  return {
    id: readId(fields.id),
    condo_id: readId(fields.condo_id),
    condo_name: readText(fields.condo_name),
    apartment_number: readText(fields.apartment_number),
    role: readText(fields.role),
    created_at: readText(fields.created_at),
  };
}

/** Reads one user; one whose status is not said counts as active. */
export function readUser(fields: Fields): User {
  const associations = fields.condo_associations;
  return {
    id: readId(fields.id),
    first_name: readText(fields.first_name),
    last_name: readText(fields.last_name),
    email: readText(fields.email),
    profile_picture: readText(fields.profile_picture),
    is_active: readBoolean(fields.is_active) ?? true,
    email_verified: readBoolean(fields.email_verified) ?? false,
    created_at: readText(fields.created_at),
    updated_at: readText(fields.updated_at),
    last_login: readText(fields.last_login),
    condo_associations: Array.isArray(associations) ? readList(associations, readAssociation) : [],
  };
}

/** Reads GET /admin/users; an answer without pagination is one page. */
export function readUserPage(answer: unknown): UserPage {
  const pagination = fieldsOf(fieldsOf(answer).pagination);
  return {
    users: readList(answer, readUser),
    currentPage: readNumber(pagination.current_page) ?? 1,
    totalPages: readNumber(pagination.total_pages) ?? 1,
  };
}
