import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import type { ComponentProps } from 'react';
import { DataTable, TableSkeleton } from '~/kit/table/data-table';
import { t } from '~/language/texts';
import { ListQuery } from './list-query';

interface QueryTableProps<T extends RowData, Data, Key extends QueryKey> extends Pick<
  ComponentProps<typeof DataTable<T>>,
  'caption' | 'columns' | 'size' | 'focusable'
> {
  query: UseQueryOptions<Data, Error, T[], Key>;
  /** Name of the rows within a sentence: "sessions". */
  things: string;
  empty: string;
}

/** A short list without search, sort and pages: a table in each of its states. */
export function QueryTable<T extends RowData, Data, Key extends QueryKey>({
  query,
  things,
  empty: title,
  ...table
}: QueryTableProps<T, Data, Key>) {
  const texts = {
    loading: t`Loading ${things}...`,
    error: () => t`Error loading ${things}.`,
    empty: { title },
  };
  return (
    <ListQuery
      query={useQuery(query)}
      queryKey={query.queryKey}
      texts={texts}
      count={(rows) => rows.length}
      skeleton={<TableSkeleton columns={table.columns} />}
    >
      {({ data, busy, empty }) =>
        data.length === 0 ? empty : <DataTable {...table} data={data} busy={busy} />
      }
    </ListQuery>
  );
}
