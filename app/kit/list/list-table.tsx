import type { RowData } from '@tanstack/react-table';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from '~/kit/table/data-table';
import { RowLinks } from '~/kit/table/row-links';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { t } from '~/language/texts';
import { ListQuery } from './list-query';
import type { ScreenList } from './list-screen';
import { Pagination, type PaginationProps } from '~/kit/table/pagination';
import { USERS_PAGE_SIZES } from '~/fields/limits';
import { Select } from '~/kit/ui/select';
import { useSetSearch } from './use-sorting';
import { TableSkeleton } from '~/kit/ui/skeleton';

interface ListTableProps<Row extends RowData> extends Omit<DataTableProps<Row>, 'columns'> {
  columns: ScreenList<Row>['columns'];
  /** Renders the deletion of the row whose button was clicked; null without one. */
  renderDelete?: (row: Row | null, onDone: () => void) => ReactNode;
}

/** The rows of a ListScreen as a table. */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { columns, renderDelete, ...table } = props;
  const [deleting, setDeleting] = useState<Row | null>(null);
  const tableColumns = useMemo(
    () => (typeof columns === 'function' ? columns(setDeleting) : columns),
    [columns],
  );
  return (
    <>
      <RowLinks>
        <DataTable {...table} columns={tableColumns} />
      </RowLinks>
      {renderDelete?.(deleting, () => setDeleting(null))}
    </>
  );
}

interface QueryTableProps<T extends RowData, Data, Key extends QueryKey> extends Pick<
  DataTableProps<T>,
  'caption' | 'columns' | 'size' | 'focusable'
> {
  query: UseQueryOptions<Data, Error, T[], Key>;
  /** Name of the rows within a sentence: "sessions". */
  things: string;
  empty: string;
}

/** A short list without search, sort and pages, in each of its states. */
export function QueryTable<T extends RowData, Data, Key extends QueryKey>(
  props: QueryTableProps<T, Data, Key>,
) {
  const { query, things, empty: title, ...table } = props;
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

interface ListPagesProps extends Pick<PaginationProps, 'onIntent'> {
  /** The requested page. A number past the end means the last page. */
  requested: number;
  /** The page whose rows are shown while others are loading. */
  shown?: number;
  total: number;
  busy?: boolean | undefined;
  /** True to show the number of a single page too. */
  always?: boolean;
  /** Rows per page, if the user can choose them. */
  size?: number | undefined;
}

/** Controls below a paged list: the current page, and buttons to the others. */
export function ListPages(props: ListPagesProps) {
  const { requested, shown = requested, total, busy, always, size, onIntent } = props;
  const setSearch = useSetSearch<{ page: number; page_size: number }>();
  const last = Math.max(1, total);
  const page = Math.min(requested, last);
  const isPastTheEnd = !busy && requested > last;
  useEffect(() => {
    if (isPastTheEnd) setSearch({ page: last }, { replace: true });
  });
  if (last === 1 && !always) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted tabular-nums">
        {t`Showing page ${busy ? shown : page} of ${last}`}
      </p>
      {size !== undefined && (
        <label className="mr-auto flex items-center gap-2 text-muted print:hidden">
          {t`Rows per page`}
          <Select
            className="min-h-9 w-auto py-1"
            options={USERS_PAGE_SIZES}
            labelOf={String}
            value={size}
            onChange={(page_size) => setSearch({ page_size, page: 1 })}
          />
        </label>
      )}
      <Pagination
        current={page}
        total={last}
        onPage={(next) => setSearch({ page: next })}
        onIntent={onIntent}
      />
    </div>
  );
}
