import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilterBar } from '~/kit/list/filter-bar';
import { ListScreen, type ListPageProps, type ScreenTexts } from '~/kit/list/list-screen';
import { ListTable } from '~/kit/list/list-table';
import { deletion } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import { TableSkeleton } from '~/kit/table/data-table';
import { condoFields } from '~/condos/condo-fields';
import type { Condo } from '~/condos/condo-reading';
import { filtersOf } from '~/fields/filters';
import { unnamedCondo } from '~/condos/condo-options';
import type { CondoQuery } from '~/condos/condo-search';
import { condoMutations } from '~/condos/condos.mutations';
import { condoQueries, loadedCondos } from '~/condos/queries';
import { msg, t } from '~/language/texts';
import { condoColumns } from './condo-columns';
import { condoVisits } from './condo-trail';
import { DeleteCondo } from './delete-condo';
import { FilterLists } from './filter-lists';

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

export const condosTexts: ScreenTexts = {
  heading: msg`Building Management`,
  loading: msg`Loading condos...`,
  error: (message) => t`Error loading condos: ${message}`,
  empty: { title: msg`No buildings yet`, description: msg`Add the first building to get started.` },
  noMatch: {
    title: msg`No buildings match`,
    description: msg`No buildings match your search and filters.`,
  },
};

const loadPreview = () => import('~/condos/condo-preview');

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
      renderFilters={(bar) => (
        <>
          <FilterBar {...bar} title={t`Search & Filters`} fields={FILTER_FIELDS} />
          {all && <FilterLists condos={all} />}
        </>
      )}
      list={condoQueries.list}
      rows={(condos) => condos}
      texts={condosTexts}
      noun={['building', 'buildings']}
      total={all?.length ?? null}
      preview={loadPreview}
      choices={{ toChoice, actions: [deletion(t`Failed to delete building.`, each)] }}
      skeleton={<TableSkeleton columns={condoColumns} />}
    >
      {(rows) => (
        <ListTable
          {...rows}
          caption={t`Buildings`}
          columns={condoColumns}
          renderDelete={(condo, onDone) => <DeleteCondo condo={condo} onDone={onDone} />}
        />
      )}
    </ListScreen>
  );
}

function toChoice({ id, name }: Condo): Choice | null {
  return id === null ? null : { id, name: name?.trim() || unnamedCondo(id) };
}
