import { FlexRender, type Header, type RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '~/kit/ui/cn';
import { translate } from '~/language/texts';
import { ACTIONS_CLASS, firstPadding, isActions, type SelectColumn } from './body-row';
import { type features, COLUMN_HEADER, ROW, ROW_GROUP } from './table-features';

export interface TableSort {
  /** Id of the sorted column. */
  by: string;
  order: 'asc' | 'desc';
}

interface HeaderRowProps<TData extends RowData> {
  headers: readonly Header<typeof features, TData>[];
  select: SelectColumn<TData> | undefined;
  sort: TableSort | undefined;
  onSort: ((columnId: string) => void) | undefined;
}

/** The column headers. They stay below the page's header while the rows scroll. */
export function HeaderRow<TData extends RowData>(props: HeaderRowProps<TData>) {
  const { headers, select, ...sorting } = props;
  return (
    <thead {...ROW_GROUP} className="text-sm text-muted">
      <tr {...ROW} aria-rowindex={1}>
        {headers.map((header, column) => (
          <HeaderCell
            key={header.id}
            header={header}
            select={column === 0 ? select : undefined}
            {...sorting}
          />
        ))}
      </tr>
    </thead>
  );
}

const HEADER_CLASS =
  'sticky top-(--header-top) z-sticky h-11 border-b border-line bg-surface px-3 max-xl:px-2 first:rounded-tl-lg last:rounded-tr-lg last:pr-5';

interface HeaderCellProps<TData extends RowData> extends Omit<HeaderRowProps<TData>, 'headers'> {
  header: Header<typeof features, TData>;
}

function HeaderCell<TData extends RowData>(props: HeaderCellProps<TData>) {
  const { header, select, sort, onSort } = props;
  const { id, columnDef } = header.column;
  const { sortable, selectable, numeric } = columnDef.meta ?? {};
  // The checkbox must not be part of the header's name.
  const textId = select && `${select.id}-${id}`;
  const text = (
    <span id={textId}>
      {typeof columnDef.header === 'string' ? (
        translate(columnDef.header)
      ) : (
        <FlexRender header={header} />
      )}
    </span>
  );
  const order = sort?.by === id ? sort.order : 'none';
  const Icon = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      {...COLUMN_HEADER}
      scope="col"
      aria-labelledby={textId}
      aria-sort={sortable ? ARIA_SORT[order] : undefined}
      className={cn(
        HEADER_CLASS,
        firstPadding(selectable),
        !sortable && 'font-medium',
        numeric && 'text-right',
        isActions(id) && `${ACTIONS_CLASS} z-corner bg-surface`,
      )}
    >
      {select?.all}
      {sortable ? (
        <button
          type="button"
          className={cn(
            // The whole header cell can be clicked, not only its text.
            '-mx-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-left font-medium after:absolute after:inset-0 hover:bg-sunken hover:text-ink',
            numeric && 'flex-row-reverse text-right',
            order !== 'none' && 'text-ink',
          )}
          onClick={() => onSort?.(id)}
        >
          <span>{text}</span>
          {order !== 'none' && <Icon aria-hidden className="size-3.5" />}
        </button>
      ) : (
        <span>{text}</span>
      )}
    </th>
  );
}

const ARIA_SORT = { none: 'none', asc: 'ascending', desc: 'descending' } as const;
