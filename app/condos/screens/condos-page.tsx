import { condoFields, type Condo } from '~/condos/fields';
import { filtersOf, isTextFilter } from '~/fields/filters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilterBar } from '~/kit/list/filter-bar';
import {
  ListScreen,
  useOnceUsed,
  type ListPageProps,
  type ScreenList,
} from '~/kit/list/list-screen';
import { ListTable } from '~/kit/list/list-table';
import { deletion } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import { unnamedCondo, condoMutations, condoQueries, loadedCondos } from '~/condos/queries';
import type { CondoQuery } from '~/condos/search';
import { msg, t } from '~/language/texts';
import { condoColumns } from './condo-columns';
import { condoVisits } from './condo-trail';
import { DeleteCondo } from './delete-condo';

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
      isTextFilter(filter) && { list: `condo-${filter.field}` },
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
const loadLists = () => import('./filter-lists');

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
          {all && <Suggestions condos={all} />}
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

/** The values that the filters suggest. They render late, since nobody needs them before using the page. */
function Suggestions({ condos }: { condos: readonly Condo[] }) {
  const lists = useOnceUsed(loadLists);
  return lists && <lists.FilterLists condos={condos} />;
}

function toChoice({ id, name }: Condo): Choice | null {
  return id === null ? null : { id, name: name?.trim() || unnamedCondo(id) };
}
