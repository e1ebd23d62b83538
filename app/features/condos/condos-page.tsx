import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '~/components/feedback/query-state';
import { PageHeader } from '~/components/layout/page-header';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { buttonVariants } from '~/components/ui/button';
import type { Condo } from '~/contract/condo-reading';
import { condoQueries, type CondoQuery } from '~/data/condos/condos.queries';
import { detailOrMessage } from '~/lib/app-error';
import { condoColumns } from './condo-columns';
import { CONDO_FILTERS, nextSort } from './condo-search';
import { CondosToolbar } from './condos-toolbar';
import { DeleteCondo } from './delete-condo';

/** Building Management (docs/behaviour.md, "Buildings"). Filters and sort are in the URL. */
export function CondosPage({ query }: { query: CondoQuery }) {
  const navigate = useNavigate();
  const setSearch = (change: Partial<CondoQuery>, replace = false) =>
    void navigate({
      to: '/condos',
      search: (before) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title="Building Management"
        actions={
          <Link to="/condos/create" className={buttonVariants({ variant: 'primary' })}>
            Add New Building
          </Link>
        }
      />
      <CondosToolbar
        filters={query}
        onChange={(filters, { replace }) => setSearch(filters, replace)}
      />
      <CondosList query={query} onSort={(column) => setSearch(nextSort(query, column))} />
    </>
  );
}

interface CondosListProps {
  query: CondoQuery;
  onSort: (column: CondoQuery['sort_by']) => void;
}

function CondosList({ query, onSort }: CondosListProps) {
  const condos = useQuery(condoQueries.list(query));
  const [deleting, setDeleting] = useState<Condo | null>(null);
  const columns = useMemo(() => condoColumns(setDeleting), []);
  if (condos.isPending) {
    return (
      <LoadingState text="Loading condos...">
        <TableSkeleton columns={6} />
      </LoadingState>
    );
  }
  if (condos.isError) {
    return (
      <ErrorState
        text={`Error loading condos: ${detailOrMessage(condos.error)}`}
        onRetry={() => void condos.refetch()}
      />
    );
  }
  return (
    <>
      <DataTable
        caption="Buildings"
        columns={columns}
        data={condos.data}
        sort={{ by: query.sort_by, order: query.sort_order }}
        onSort={(column) => onSort(column === 'id' ? 'id' : 'name')}
        busy={condos.isPlaceholderData}
        empty={<NoCondos filtered={CONDO_FILTERS.some((name) => query[name] !== '')} />}
      />
      <DeleteCondo condo={deleting} onDone={() => setDeleting(null)} />
    </>
  );
}

function NoCondos({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      title="No buildings match"
      description="No buildings match your search and filters."
    />
  ) : (
    <EmptyState title="No buildings yet" description="Add the first building to get started." />
  );
}
