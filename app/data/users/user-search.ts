import { defineSearch, idParam, pageParam, textParam } from '../define-search';

/** The user list's search params. */
export const userSearch = defineSearch({ search: textParam, page: pageParam, condo_id: idParam });

/** What the user list asks for; an empty search and a null building mean "no filter". Pages count from 1. */
export type UserQuery = typeof userSearch.defaults;
