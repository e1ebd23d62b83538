import { defineSearch, idParam, pageParam, textParam, wordParam } from '../define-search';

/** The user list's search params. */
export const userSearch = defineSearch({
  search: textParam,
  page: pageParam,
  condo_id: idParam,
  inactive: wordParam(['only', ''], ''),
});

/** The query of the user list; an empty text and a null building mean "no filter". Pages count from 1. */
export type UserQuery = typeof userSearch.defaults;
