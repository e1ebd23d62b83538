import type { RowData } from '@tanstack/react-table';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { DataTable } from '~/kit/table/data-table';
import { RowLinks } from '~/kit/table/row-links';

type TableProps<Row extends RowData> = ComponentProps<typeof DataTable<Row>>;

interface ListTableProps<Row extends RowData> extends Omit<TableProps<Row>, 'columns'> {
  /** Stable between renders; a function where rows can be deleted. */
  columns:
    | TableProps<Row>['columns']
    | ((onDelete: (row: Row) => void) => TableProps<Row>['columns']);
  /** Renders the deletion of the row whose button was pressed; null without one. */
  renderDelete?: (row: Row | null, onDone: () => void) => ReactNode;
}

/** The rows of a ListScreen as a table. */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { columns, renderDelete, ...table } = props;
  const [deleting, setDeleting] = useState<Row | null>(null);
  const shown = useMemo(
    () => (typeof columns === 'function' ? columns(setDeleting) : columns),
    [columns],
  );
  return (
    <>
      <RowLinks>
        <DataTable {...table} columns={shown} />
      </RowLinks>
      {renderDelete?.(deleting, () => setDeleting(null))}
    </>
  );
}
