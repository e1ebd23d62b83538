import type { SearchSchemaInput } from '@tanstack/react-router';
import { INTEGER_MAX } from '~/contract/limits';
import { readId, readText } from '~/contract/reading';
import type { UserQuery } from '~/data/users/users.queries';

/** The list's defaults, which are not written to the URL. */
export const USER_SEARCH_DEFAULTS: UserQuery = { search: '', page: 1, condo_id: null };

type Untrusted = { [Name in keyof UserQuery]?: unknown };

/** Reads the list's search params; meaningless values are dropped. Not a schema, see readCondoSearch. */
export function readUserSearch(raw: Untrusted): UserQuery {
  return {
    search: readText(raw.search) ?? '',
    page: positiveId(raw.page) ?? 1,
    condo_id: positiveId(raw.condo_id),
  };
}

/** The same for the router; SearchSchemaInput makes every param optional in links. */
export function validateUserSearch(raw: Untrusted & SearchSchemaInput): UserQuery {
  return readUserSearch(raw);
}

/** An enormous page number is capped: the list then redirects to the last page. */
function positiveId(value: unknown): number | null {
  const id = readId(value);
  return id !== null && id >= 1 ? Math.min(id, INTEGER_MAX) : null;
}
