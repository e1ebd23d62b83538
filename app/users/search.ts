import { USERS_PAGE_SIZE, USERS_PAGE_SIZES } from '~/fields/limits';
import { readId } from '~/fields/reading';
import { INVITABLE_ROLES } from './roles';
import {
  defineSearch,
  idParam,
  pageParam,
  textParam,
  wordParam,
  type Param,
} from '~/rpc/list-search';

/** Sort orders of the users in the embedded API. The name is sorted as the list shows it. */
export const USER_SORTS = ['id', 'name', 'email', 'created_at'] as const;

export const roleParam = wordParam([...INVITABLE_ROLES, ''], '');

export const pageSizeParam: Param<(typeof USERS_PAGE_SIZES)[number]> = (raw) =>
  USERS_PAGE_SIZES.find((size) => size === readId(raw)) ?? USERS_PAGE_SIZE;

export const userSearch = defineSearch({
  search: textParam,
  page: pageParam,
  condo_id: idParam,
  inactive: wordParam(['only', ''], ''),
  role: roleParam,
  page_size: pageSizeParam,
  sort_by: wordParam(USER_SORTS, 'id'),
  sort_order: wordParam(['asc', 'desc'], 'asc'),
});

export type UserQuery = typeof userSearch.defaults;
