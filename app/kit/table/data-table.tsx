import { useTable, type RowData } from '@tanstack/react-table';
import { useRef, type ReactNode } from 'react';
import { cn } from '~/kit/ui/cn';
import { currentLanguage, ENGLISH } from '~/language/texts';
import { isActions, type RowProps } from './body-row';
import { HeaderRow, type TableSort } from './header-row';
import { CompactActions } from './row-actions';
import { features, type ColumnMeta, type TableColumn, ROW_GROUP, TABLE } from './table-features';
import { TableRows } from './table-rows';
import { useFocusKeeper } from '~/kit/ui/focus';
import { VIRTUAL_ABOVE_ROWS } from '~/kit/ui/list-count';
import { PHONE, useMediaQuery, usePrinting } from './use-media-query';

/** Above this number printing is virtual too; paper shows only rendered rows. */
const VIRTUAL_ABOVE_PRINTED_ROWS = 1_000;

/** Below this width of the window each row has one menu in place of its buttons. */
const COMPACT = 'screen and (width < 80rem)';

interface DataTableProps<TData extends RowData> extends RowProps<TData> {
  /** The name of the listed records, for screen readers, so that no heading is repeated on the page. */
  caption: string;
  /** Stable between renders (module scope or useMemo), or every row rerenders. */
  columns: readonly TableColumn<TData>[];
  data: readonly TData[];
  sort?: TableSort | undefined;
  onSort?: ((columnId: string) => void) | undefined;
  /** New rows are loading: the current ones are dimmed and stay. */
  busy?: boolean | undefined;
  empty?: ReactNode;
  /** A row's identity; its `id` unless given, else its position. Stable between renders. */
  getRowId?: ((row: TData, index: number) => string) | undefined;
  /** 'narrow' for tables of few columns: they scroll sideways later. */
  size?: 'wide' | 'narrow' | undefined;
  /** For a table without links and buttons: it takes the focus itself, so that the keyboard can scroll it. */
  focusable?: boolean | undefined;
}

/** Long lists are virtual and scroll with the page: rows then have a fixed height, and no `renderDetail`. */
export function DataTable<TData extends RowData>({
  caption,
  columns,
  data,
  sort,
  onSort,
  busy = false,
  empty,
  getRowId = idOrIndex,
  size = 'wide',
  focusable = false,
  ...rowProps
}: DataTableProps<TData>) {
  const container = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useFocusKeeper(container);
  const table = useTable({ features, columns, data, getRowId });
  const leafColumns = table.getAllLeafColumns();
  const virtualAbove = usePrinting() ? VIRTUAL_ABOVE_PRINTED_ROWS : VIRTUAL_ABOVE_ROWS;
  const isLong = data.length > virtualAbove && !rowProps.renderDetail;
  const wide = size === 'wide';
  const compact = useMediaQuery(COMPACT);
  // The buttons' column fits English words; other languages use the menu.
  const hasMenu = compact || currentLanguage().code !== ENGLISH.code;
  const isPhone = useMediaQuery(PHONE);
  const isBrief = leafColumns.some(({ columnDef }) => columnDef.meta?.phone === 'title');
  return (
    <div className="@container not-print:in-data-card:-mx-5">
      <div
        ref={container}
        role="region"
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={focusable ? 0 : -1}
        className={cn(
          'overflow-x-auto rounded-lg border border-line bg-surface shadow-card [--header-top:0] print:overflow-visible print:border-0 print:shadow-none',
          'in-data-card:rounded-none in-data-card:border-x-0 in-data-card:border-b-0 in-data-card:shadow-none',
          // A focus set by a script, after its row was removed, is invisible.
          !focusable && 'focus:outline-none',
          // A table that fits must not scroll in its container, so that its headers stick below the page's
          // header.
          wide
            ? '@min-[42rem]:overflow-x-visible @min-[42rem]:[--header-top:3.5rem]'
            : '@min-[38rem]:overflow-x-visible @min-[38rem]:[--header-top:3.5rem]',
        )}
      >
        <table
          {...TABLE}
          aria-label={caption}
          aria-rowcount={data.length + 1}
          aria-busy={busy}
          className={cn(
            'cards w-full table-fixed border-separate border-spacing-0 text-left leading-5 [&>tbody>tr:last-child>td]:border-b-0',
            'print:min-w-0',
            isBrief && 'brief',
            wide ? 'min-w-[42rem]' : 'min-w-[38rem]',
          )}
        >
          <colgroup>
            {leafColumns.map((column) => (
              <col
                key={column.id}
                className={isActions(column.id) ? 'print:hidden' : undefined}
                style={{
                  width: widthOf(column.columnDef.meta, isActions(column.id) ? hasMenu : compact),
                }}
              />
            ))}
          </colgroup>
          <HeaderRow
            headers={table.getFlatHeaders()}
            select={rowProps.select}
            sort={sort}
            onSort={onSort}
          />
          <tbody
            {...ROW_GROUP}
            ref={body}
            className={cn(
              // Nothing in a row lies above a sticky header, whatever its layer.
              'isolate transition-opacity duration-150',
              busy && 'opacity-60 delay-100',
              // Scroll anchoring would follow the spacer, which moves as rows render, and a far jump would
              // run to the end.
              isLong && '[overflow-anchor:none]',
            )}
          >
            {data.length > 0 && (
              <CompactActions value={hasMenu}>
                <TableRows
                  body={body}
                  rows={table.getRowModel().rows}
                  columns={leafColumns}
                  isLong={isLong}
                  isPhone={isPhone}
                  {...rowProps}
                />
              </CompactActions>
            )}
          </tbody>
        </table>
        {data.length === 0 && empty}
      </div>
    </div>
  );
}

function widthOf(meta: ColumnMeta | undefined, compact: boolean): string | undefined {
  return (compact ? meta?.narrow : undefined) ?? meta?.width;
}

function idOrIndex(row: RowData, index: number): string {
  const id: unknown = 'id' in row ? row.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? `id-${id}` : `at-${index}`;
}
