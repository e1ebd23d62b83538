import { defineSearch, idParam, pageParam, textParam, wordParam } from '~/rpc/list-search';

export const userSearch = defineSearch({
  search: textParam,
  page: pageParam,
  condo_id: idParam,
  inactive: wordParam(['only', ''], ''),
});

export type UserQuery = typeof userSearch.defaults;
