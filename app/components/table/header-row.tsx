import { FlexRender, type Header, type HeaderGroup, type RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '~/lib/cn';
import { ACTIONS_CLASS, isActions } from './body-row';
import type { features } from './table-features';

export interface TableSort {
  /** The id of the sorted column. */
  by: string;
  order: 'asc' | 'desc';
}

interface SortProps {
  sort: TableSort | undefined;
  onSort: ((columnId: string) => void) | undefined;
}

type HeaderRowProps<TData extends RowData> = SortProps & {
  groups: HeaderGroup<typeof features, TData>[];
};

/** The column headers; they stay below the page's own header while the rows scroll. */
export function HeaderRow<TData extends RowData>({ groups, ...sorting }: HeaderRowProps<TData>) {
  return (
    <thead className="text-sm text-muted">
      {groups.map((group, index) => (
        <tr key={group.id} aria-rowindex={index + 1}>
          {group.headers.map((header) => (
            <HeaderCell key={header.id} header={header} {...sorting} />
          ))}
        </tr>
      ))}
    </thead>
  );
}

const CELL =
  'sticky top-(--header-top) z-10 border-b border-line bg-surface px-3 first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5';

type HeaderCellProps<TData extends RowData> = SortProps & {
  header: Header<typeof features, TData>;
};

function HeaderCell<TData extends RowData>({ header, sort, onSort }: HeaderCellProps<TData>) {
  const { id, columnDef } = header.column;
  const { sortable, numeric } = columnDef.meta ?? {};
  const text = <FlexRender header={header} />;
  if (!sortable) {
    return (
      <th
        scope="col"
        className={cn(
          CELL,
          'h-11 font-medium',
          numeric && 'text-right',
          isActions(id) && `${ACTIONS_CLASS} z-20 bg-surface`,
        )}
      >
        {text}
      </th>
    );
  }
  const order = sort?.by === id ? sort.order : null;
  const Icon = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      className={cn(CELL, 'h-11', numeric && 'text-right')}
    >
      <button
        type="button"
        className={cn(
          // The whole header cell can be clicked, not only its text.
          '-mx-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-medium after:absolute after:inset-0 hover:bg-sunken hover:text-ink',
          numeric && 'flex-row-reverse',
          order !== null && 'text-ink',
        )}
        onClick={() => onSort?.(id)}
      >
        {text}
        {order !== null && <Icon aria-hidden className="size-3.5" />}
      </button>
    </th>
  );
}
