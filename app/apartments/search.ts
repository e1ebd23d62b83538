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

/** The apartment list's search params. The search is by unit number; without a view there are cards. */
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

/** The table needs to know who is where, as the embedded API does. */
export function isTableView({ view }: ApartmentQuery): boolean {
  return view === 'table' && apiKind().isEmbedded;
}

/** Search params of a building's page: who was there on a day, and the order of its apartments. */
export const condoPageSearch = defineSearch({
  as_of: tenancyDayParam,
  sort_by: wordParam(writableNames(apartmentFields), 'apartment_number'),
  sort_order: wordParam(['asc', 'desc'], 'asc'),
});

/** Fragment of a building's address that opens an apartment; undefined without an apartment number. */
export function unitHash(apartmentNumber: string | null): string | undefined {
  return apartmentNumber?.trim() ? `unit-${apartmentNumber}` : undefined;
}
