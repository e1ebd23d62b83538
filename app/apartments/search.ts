import { defineSearch, textParam } from '~/rpc/list-search';

/** The apartment list's search params: the search is by unit number, empty means all. */
export const apartmentSearch = defineSearch({ search: textParam });
export type ApartmentQuery = typeof apartmentSearch.defaults;
