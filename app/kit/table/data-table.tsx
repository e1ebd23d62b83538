import { useTable, type Column, type RowData } from '@tanstack/react-table';
import { useRef, type ReactNode } from 'react';
import { cn } from '~/kit/ui/cn';
import { translate } from '~/language/texts';
import { isActions, type RowProps } from './body-row';
import { HeaderRow, type TableSort } from './header-row';
import { CompactActions } from './row-actions';
import { features, type TableColumn, ROW_GROUP, TABLE } from './table-features';
import { TableRows } from './table-rows';
import { useFocusKeeper } from '~/kit/ui/focus';
import { VIRTUAL_ABOVE_ROWS } from '~/kit/ui/list-count';
import { PHONE, useMediaQuery, usePrinting } from './use-media-query';

/** Above this number printing is virtual too; paper shows only rendered rows. */
const VIRTUAL_ABOVE_PRINTED_ROWS = 1_000;

/** Below this width of the window, for English, each row has one menu in place of its buttons. */
const WORDS_FROM_REM = 80;
const COMPACT = `screen and (width < ${WORDS_FROM_REM}rem)`;

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
  const extra = leafColumns.reduce(
    (sum, column) => sum + wordsExtra(column) + headingExtra(column),
    0,
  );
  const hasMenu = useMediaQuery(`screen and (width < ${Math.ceil(WORDS_FROM_REM + extra)}rem)`);
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
                style={{ width: widthOf(column, isActions(column.id) ? hasMenu : compact) }}
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

/** Room for a letter of a heading or button, on average, then room beside a heading. */
const LETTER_REM = 0.46;
const PADDING_REM = 1.5;
const LAST_REM = 0.5;
const CHECKBOX_REM = 2;
const SORTED_REM = 1.25;

type OneColumn<TData extends RowData> = Column<typeof features, TData>;

/** A CSS width. Those in rem are made for English, and grow with the words of other languages. */
function widthOf<TData extends RowData>(
  column: OneColumn<TData>,
  compact: boolean,
): string | undefined {
  const { meta } = column.columnDef;
  const width = (compact ? meta?.narrow : undefined) ?? meta?.width;
  const words = compact ? 0 : wordsExtra(column);
  const extra = Math.max(words, headingExtra(column, width));
  return extra > 0 ? `calc(${width} + ${extra.toFixed(2)}rem)` : width;
}

/** Rem that the words of a row's buttons need beyond those of English. */
function wordsExtra<TData extends RowData>({ columnDef }: OneColumn<TData>): number {
  const letters = (columnDef.meta?.words ?? []).map((word) => translate(word).length - word.length);
  return Math.max(0, LETTER_REM * letters.reduce((sum, more) => sum + more, 0));
}

/** Rem that the longest word of a translated heading needs beyond the column's width. */
function headingExtra<TData extends RowData>(
  { id, columnDef: { header, meta } }: OneColumn<TData>,
  width = meta?.width,
): number {
  if (typeof header !== 'string' || !width?.endsWith('rem')) return 0;
  const text = translate(header);
  if (text === header) return 0;
  const longest = Math.max(...text.split(/[\s-]/u).map((word) => word.length));
  const beside =
    PADDING_REM +
    (isActions(id) ? LAST_REM : 0) +
    (meta?.selectable ? CHECKBOX_REM : 0) +
    (meta?.sortable ? SORTED_REM : 0);
  return Math.max(0, longest * LETTER_REM + beside - Number.parseFloat(width));
}

function idOrIndex(row: RowData, index: number): string {
  const id: unknown = 'id' in row ? row.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? `id-${id}` : `at-${index}`;
}
