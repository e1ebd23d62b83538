import type { QueryClient } from '@tanstack/react-query';
import { passesCanton, readCantonFilter } from './cantons';
import { condoFields, type Condo } from './fields';
import { filtersOf, passes, type Filter } from '~/fields/filters';
import { readText } from '~/fields/reading';
import { apiKind } from '~/rpc/api-kind';
import { oncePer } from '~/fields/once-per';
import { matchingRows } from '~/fields/text-index';
import { condoSearch, type CondoQuery } from './search';
import { condoQueries } from './queries';

const FILTERS = filtersOf(condoFields);
const TEXTS = FILTERS.filter(isText);
const OTHERS = FILTERS.filter((filter) => !isText(filter));

const TEXTS_OF: Readonly<Record<string, (condo: Condo) => Array<string | null>>> = {
  search: (condo) => [condo.name, condo.address, condo.zip_code, condo.city],
  ...Object.fromEntries(
    TEXTS.map(({ param, field }) => [param, (condo: Condo) => [readText(condo[field])]]),
  ),
};

/**
 * Buildings of a full cached list that match this query. Null if no current list is cached, or if none
 * match.
 */
export function preview(client: QueryClient, query: CondoQuery): readonly Condo[] | null {
  const rows = orderedRows(client, query);
  if (!rows) return null;
  const filters = TEXTS.map(({ param }) => [param, query[param]] as const);
  const checks = OTHERS.map((filter) => checkOf(filter, query[filter.param]));
  const matches = matchingRows(rows, TEXTS_OF, [['search', query.search], ...filters]).filter(
    (condo) => checks.every((passesCheck) => passesCheck(condo)),
  );
  return matches.length > 0 ? matches : null;
}

/** Treats a canton as a text with an external API, which compares cantons in its own way. */
function isText({ kind }: Filter): boolean {
  return kind === 'text' || (kind === 'canton' && !apiKind().isEmbedded);
}

function checkOf(filter: (typeof FILTERS)[number], filterValue: string): (condo: Condo) => boolean {
  if (filter.kind !== 'canton') return (condo) => passes(filter, condo[filter.field], filterValue);
  if (filterValue.trim() === '') return () => true;
  const canton = readCantonFilter(filterValue);
  return (condo) => passesCanton(canton, readText(condo[filter.field]) ?? '');
}

/* One array per list, so that the texts of a list are computed once. */

const reversed = oncePer((condos: readonly Condo[]) => condos.toReversed());
const byId = oncePer((condos: readonly Condo[]) =>
  condos.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0)),
);

type Order = Pick<CondoQuery, 'sort_by' | 'sort_order'>;

function orderedRows(client: QueryClient, { sort_by, sort_order }: Order) {
  const opposite = sort_order === 'asc' ? 'desc' : 'asc';
  const same = wholeList(client, { sort_by, sort_order });
  if (same) return same;
  const reverse = wholeList(client, { sort_by, sort_order: opposite });
  if (reverse) return reversed(reverse);
  if (sort_by !== 'id') return null;
  const named =
    wholeList(client, { sort_by: 'name', sort_order: 'asc' }) ??
    wholeList(client, { sort_by: 'name', sort_order: 'desc' });
  if (!named) return null;
  return sort_order === 'asc' ? byId(named) : reversed(byId(named));
}

function wholeList(client: QueryClient, order: Order): readonly Condo[] | null {
  const { queryKey } = condoQueries.list({ ...condoSearch.defaults, ...order });
  const outdated = client.getQueryState(queryKey)?.isInvalidated ?? true;
  return outdated ? null : (client.getQueryData(queryKey) ?? null);
}
