import { condoFields, CONDO_SORT } from './fields';
import { sortNames } from '~/fields/fields';
import { defineSearch, filterParams, idParam, textParam, wordParam } from '~/rpc/list-search';
import { findingOriginParams } from '~/checks/search';

export const condoSearch = defineSearch({
  search: textParam,
  ...filterParams(condoFields),
  sort_by: wordParam(sortNames(condoFields), CONDO_SORT.by),
  sort_order: wordParam(['asc', 'desc'], CONDO_SORT.order),
});

export type CondoQuery = typeof condoSearch.defaults;

/** Search params of a form opened for a building (`?condo_id=7` preselects it) or from a finding. */
export const condoChoice = defineSearch({ condo_id: idParam, ...findingOriginParams });
