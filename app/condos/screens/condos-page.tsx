import { memo } from 'react';
import { counted } from '~/kit/ui/list-count';
import { usePainted } from '~/kit/ui/page-moments';
import { cantonNames, fitsCanton, readCantonFilter } from '~/condos/cantons';
import { condoFields, type Condo } from '~/condos/fields';
import type { FilterName } from '~/fields/fields';
import { filtersOf } from '~/fields/filters';
import { readText } from '~/fields/reading';
import { findText, findWords, hasWords, searchText } from '~/fields/search-text';
import { apiKind } from '~/rpc/api-kind';
import { compareNames } from '~/language/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilterBar } from '~/kit/list/filter-bar';
import { ListScreen, type ListPageProps, type ScreenList } from '~/kit/list/list-screen';
import { ListTable } from '~/kit/list/list-table';
import { deletion } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import { unnamedCondo, condoMutations, condoQueries, loadedCondos } from '~/condos/queries';
import type { CondoQuery } from '~/condos/search';
import { msg, t } from '~/language/texts';
import { condoColumns } from './condo-columns';
import { condoVisits } from './condo-trail';
import { DeleteCondo } from './delete-condo';

const FILTER_TEXTS = filtersOf(condoFields).filter(
  ({ kind }) => kind === 'text' || kind === 'canton',
);

/** Number of suggested values of a filter, the most frequent first. */
const VALUES_LIMIT = 200;

/** The lists that the filters' inputs name: the values there are in all buildings. */
export const FilterLists = memo(function FilterLists({ condos }: { condos: readonly Condo[] }) {
  const painted = usePainted();
  if (!painted) return null;
  return FILTER_TEXTS.map(({ field }) => (
    <datalist key={field} id={`condo-${field}`}>
      {filterValues(condos, field).map(({ value, label }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- searches find texts
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  ));
});

/** The filters that suggest values: each is a field of the building. */
type CondoFilter = FilterName<typeof condoFields>;

/**
 * The values of a filter that exist, the most frequent first. Each has a label that is shown next to it:
 * other names of a canton, and the number of matching buildings.
 */
export function filterValues(condos: readonly Condo[], name: CondoFilter) {
  const counts = new Map<string, number>();
  for (const condo of condos) {
    const value = readText(condo[name])?.trim();
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const stored = [...counts].map(([value, count]) => ({ key: findText(value), count }));
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || compareNames(a, b))
    .slice(0, VALUES_LIMIT)
    .map(([value]) => {
      const matches = matcherOf(name, value);
      const total = stored.reduce((sum, { key, count }) => (matches(key) ? sum + count : sum), 0);
      const names = name === 'state' ? otherCantonNames(value) : [];
      return { value, label: [...names, counted(total, ['building', 'buildings'])].join(', ') };
    });
}

/** Returns the match of a filter value against texts as findText() has them, the same as in the list. */
function matcherOf(name: CondoFilter, value: string): (key: string) => boolean {
  if ('isCanton' in condoFields[name] && apiKind().isEmbedded) {
    const filterValue = readCantonFilter(value);
    return (key) => fitsCanton(filterValue, key);
  }
  const words = findWords(value);
  return (key) => hasWords(key, words);
}

/** Other names of a canton: "Zürich" and "Zurich" for "ZH" and vice versa. Empty for any other text. */
function otherCantonNames(text: string): readonly string[] {
  return cantonNames(text).filter((name) => searchText(name) !== searchText(text).trim());
}

const FILTER_FIELDS = [
  {
    name: 'search',
    label: msg`Search`,
    placeholder: msg`Search by name or address...`,
    width: 31,
  } as const,
  ...filtersOf(condoFields).map((filter) =>
    Object.assign(
      { name: filter.param },
      filter,
      (filter.kind === 'text' || filter.kind === 'canton') && { list: `condo-${filter.field}` },
    ),
  ),
];

export const condosList: ScreenList<Condo> = {
  heading: msg`Building Management`,
  loading: msg`Loading condos...`,
  error: (message) => t`Error loading condos: ${message}`,
  empty: { title: msg`No buildings yet`, description: msg`Add the first building to get started.` },
  noMatch: {
    title: msg`No buildings match`,
    description: msg`No buildings match your search and filters.`,
  },
  columns: condoColumns,
};

const loadPreview = () => import('~/condos/preview');

/** Building Management (docs/behaviour/condos.md). */
export function CondosPage(props: ListPageProps<CondoQuery>) {
  const { query } = props;
  const { data, isPlaceholderData } = useQuery(condoQueries.list(query));
  condoVisits.useRemember(query, isPlaceholderData ? undefined : data);
  const all = loadedCondos(useQueryClient());
  const { each } = condoMutations.useRemoval();
  return (
    <ListScreen
      {...props}
      add={t`Add New Building`}
      to="/condos/create"
      asks="propose"
      renderFilters={(bar) => (
        <>
          <FilterBar {...bar} title={t`Search & Filters`} fields={FILTER_FIELDS} />
          {all && <FilterLists condos={all} />}
        </>
      )}
      list={condoQueries.list}
      rows={(condos) => condos}
      count={({ length }) => length}
      of={condosList}
      noun={['building', 'buildings']}
      total={all?.length ?? null}
      preview={loadPreview}
      choices={{ toChoice, actions: [deletion(t`Failed to delete building.`, each)] }}
    >
      {(rows) => (
        <ListTable
          {...rows}
          caption={t`Buildings`}
          renderDelete={(condo, onDone) => <DeleteCondo condo={condo} onDone={onDone} />}
        />
      )}
    </ListScreen>
  );
}

function toChoice({ id, name }: Condo): Choice | null {
  return id === null ? null : { id, name: name?.trim() || unnamedCondo(id) };
}
