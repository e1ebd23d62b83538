import { APARTMENT_SORTS, apartmentFields } from './fields';
import { writableNames } from '~/fields/fields';
import { pageSizeParam, roleParam } from '~/users/search';
import { apiKind } from '~/rpc/api-kind';
import {
  defineSearch,
  idParam,
  pageParam,
  tenancyDayParam,
  textParam,
  wordParam,
  type Param,
} from '~/rpc/list-search';

const floorParam: Param<string> = (raw) => String(idParam(raw) ?? '');

/** Search params of the apartment list. The search is by unit number. Without a view the list shows cards. */
export const apartmentSearch = defineSearch({
  search: textParam,
  view: wordParam(['table', ''], ''),
  condo_id: idParam,
  floor: floorParam,
  role: roleParam,
  vacant_on: tenancyDayParam,
  sort_by: wordParam(APARTMENT_SORTS, 'condo_name'),
  sort_order: wordParam(['asc', 'desc'], 'asc'),
  page: pageParam,
  page_size: pageSizeParam,
});
export type ApartmentQuery = typeof apartmentSearch.defaults;

/** True for the table view. The table shows who lives where, which only the embedded API knows. */
export function isTableView({ view }: ApartmentQuery): boolean {
  return view === 'table' && apiKind().isEmbedded;
}

/**
 * Search params of a building's page: the day whose residents are shown, and the sort order of its
 * apartments.
 */
export const condoPageSearch = defineSearch({
  as_of: tenancyDayParam,
  sort_by: wordParam(writableNames(apartmentFields), 'apartment_number'),
  sort_order: wordParam(['asc', 'desc'], 'asc'),
});

/** Fragment of a building's URL that opens an apartment; undefined without an apartment number. */
export function unitHash(apartmentNumber: string | null): string | undefined {
  return apartmentNumber?.trim() ? `unit-${apartmentNumber}` : undefined;
}
