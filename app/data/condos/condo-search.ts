import { condoFields, CONDO_SORT } from '~/contract/condo-fields';
import { filterNames, mapNames, sortNames } from '~/contract/fields';
import { defineSearch, textParam, wordParam } from '../define-search';

/** The text filters of the building list, by the field they narrow. */
export const CONDO_FILTERS = ['search', ...filterNames(condoFields)] as const;

/** The building list's search params: sorted by name at first, all filters empty. */
export const condoSearch = defineSearch({
  ...mapNames(CONDO_FILTERS, () => textParam),
  sort_by: wordParam(sortNames(condoFields), CONDO_SORT.by),
  sort_order: wordParam(['asc', 'desc'], CONDO_SORT.order),
});

/** What the building list asks for; empty texts mean "no filter". */
export type CondoQuery = typeof condoSearch.defaults;
