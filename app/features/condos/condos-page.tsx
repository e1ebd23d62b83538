import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { ListHeader } from '~/components/list/list-header';
import { FilterBar } from '~/components/list/filter-bar';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { usePreview } from '~/components/list/use-preview';
import { useSetSearch } from '~/components/list/use-set-search';
import { useSorting, type Sorting } from '~/components/list/use-sorting';
import { deletion } from '~/components/selection/batch-action';
import { SelectList } from '~/components/selection/select-list';
import type { Choice } from '~/components/selection/selection';
import type { SelectColumn } from '~/components/table/body-row';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { RowLinks } from '~/components/table/row-links';
import { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import { filtersOf } from '~/contract/filters';
import { unnamedCondo } from '~/data/condos/condo-options';
import { CONDO_FILTERS, type CondoQuery } from '~/data/condos/condo-search';
import { condoMutations } from '~/data/condos/condos.mutations';
import { condoQueries, loadedCondos } from '~/data/condos/condos.queries';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { msg, t } from '~/lib/texts';
import { usePainted } from '~/lib/use-painted';
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

const TEXTS: ListTexts = {
  noun: ['building', 'buildings'],
  loading: msg`Loading condos...`,
  error: (message) => t`Error loading condos: ${message}`,
  empty: { title: msg`No buildings yet`, description: msg`Add the first building to get started.` },
  noMatch: {
    title: msg`No buildings match`,
    description: msg`No buildings match your search and filters.`,
  },
};

type CondoFilters = Pick<CondoQuery, (typeof CONDO_FILTERS)[number]>;

const previewSource = lazyModule(() => import('~/data/condos/condo-preview'));

/** Building Management (docs/behaviour.md, "Buildings"). Filters and sort are in the URL. */
export function CondosPage({ query, exporting }: { query: CondoQuery; exporting?: ReactNode }) {
  const setSearch = useSetSearch<CondoQuery>();
  const [typed, setTyped] = useState<CondoFilters>(query);
  return (
    <>
      <ListHeader
        title={t`Building Management`}
        exporting={exporting}
        add={t`Add New Building`}
        to="/condos/create"
      />
      <FilterBar
        title={t`Search & Filters`}
        fields={FILTER_FIELDS}
        values={query}
        onChange={setSearch}
        onType={setTyped}
      />
      <CondosList query={query} typed={typed} onSort={setSearch} />
    </>
  );
}

interface CondosListProps {
  query: CondoQuery;
  /** The typed text of the filters; the query follows after a pause. */
  typed: CondoFilters;
  onSort: (sorting: Sorting<CondoQuery['sort_by']>) => void;
}

function CondosList({ query, typed, onSort }: CondosListProps) {
  const client = useQueryClient();
  const condos = useQuery(condoQueries.list(query));
  condoVisits.useRemember(query, condos.isPlaceholderData ? undefined : condos.data);
  const { sorting, sortBy } = useSorting(query, onSort);
  const { sort_by, sort_order } = sorting;
  const isSorted = sort_by === query.sort_by && sort_order === query.sort_order;
  const question = useMemo(() => ({ ...typed, sort_by, sort_order }), [typed, sort_by, sort_order]);
  const preview = usePreview({
    source: previewSource,
    waiting:
      condos.isPlaceholderData ||
      !isSorted ||
      CONDO_FILTERS.some((name) => typed[name] !== query[name]),
    query: question,
  });
  const [deleting, setDeleting] = useState<Condo | null>(null);
  const columns = useMemo(() => condoColumns(setDeleting), []);
  const [select, setSelect] = useState<SelectColumn<Condo>>();
  const { data: loaded, isPlaceholderData } = condos;
  const painted = usePainted();
  const all = loadedCondos(client);
  const undo = useUndoDelete('condo');
  const filtered = CONDO_FILTERS.some((name) => query[name] !== '');
  return (
    <>
      {painted && loaded && (
        <>
          {all && <FilterLists condos={all} />}
          <SelectList
            records={preview ?? loaded}
            complete={!filtered && !preview && !isPlaceholderData}
            toChoice={toChoice}
            noun={['building', 'buildings']}
            actions={[
              deletion(t`Failed to delete building.`, {
                ...condoMutations.removeEach(client),
                undo,
              }),
            ]}
            onReady={setSelect}
          />
        </>
      )}
      <ListQuery
        query={condos}
        queryKey={condoQueries.list(query).queryKey}
        texts={TEXTS}
        filtered={filtered}
        count={(data) => data.length}
        total={all?.length ?? null}
        preview={preview}
        skeleton={<TableSkeleton columns={6} />}
      >
        {({ data, busy, empty }) => (
          <>
            <RowLinks>
              <DataTable
                caption={t`Buildings`}
                columns={columns}
                data={data}
                select={select}
                sort={{ by: sort_by, order: sort_order }}
                onSort={(column) => sortBy(column === 'id' ? 'id' : 'name')}
                busy={busy}
                empty={empty}
              />
            </RowLinks>
            <DeleteCondo condo={deleting} onDone={() => setDeleting(null)} />
          </>
        )}
      </ListQuery>
    </>
  );
}

function toChoice({ id, name }: Condo): Choice | null {
  return id === null ? null : { id, name: name?.trim() || unnamedCondo(id) };
}
