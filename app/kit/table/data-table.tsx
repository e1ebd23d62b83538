import { useTable, type Column, type RowData } from '@tanstack/react-table';
import { useMemo, useRef, type ReactNode } from 'react';
import { cn } from '~/kit/ui/cn';
import { translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { isActions, type RowProps } from './body-row';
import { HeaderRow, type TableSort } from './header-row';
import { CompactActions } from './row-actions';
import { features, type TableColumn, ROW_GROUP, TABLE } from './table-features';
import { TableRows } from './table-rows';
import { useFocusKeeper } from '~/kit/ui/focus';
import { VIRTUAL_ABOVE_ROWS } from '~/kit/ui/list-count';
import { PHONE, useMediaQuery, usePrinting } from './use-media-query';

/** Above this number of rows, printing renders only the visible ones too. */
const VIRTUAL_ABOVE_PRINTED_ROWS = 1_000;

/**
 * Width of the window below which each row has one menu instead of its buttons, in English. Other languages
 * may need more.
 */
const WORDS_FROM_REM = 80;
const COMPACT = `screen and (width < ${WORDS_FROM_REM}rem)`;

export interface DataTableProps<TData extends RowData> extends RowProps<TData> {
  /** The name of the listed records, for screen readers, so that no heading is repeated on the page. */
  caption: string;
  /** Must be stable between renders (module scope or useMemo), otherwise every row rerenders. */
  columns: readonly TableColumn<TData>[];
  data: readonly TData[];
  sort?: TableSort | undefined;
  onSort?: ((columnId: string) => void) | undefined;
  /** True while new rows are loading. The current rows stay, dimmed. */
  busy?: boolean | undefined;
  empty?: ReactNode;
  /** A row's identity, by default its `id`, otherwise its position. Must be stable between renders. */
  getRowId?: ((row: TData, index: number) => string) | undefined;
  /** Minimum width: 'narrow' tables have few columns and scroll sideways later. */
  size?: 'wide' | 'narrow' | undefined;
  /**
   * True for a table without links and buttons. It takes the focus itself, so that the keyboard can scroll
   * it.
   */
  focusable?: boolean | undefined;
}

/**
 * A table. Long lists render only visible rows and scroll with the page; their rows have a fixed height and
 * no `renderDetail`.
 */
export function DataTable<TData extends RowData>(props: DataTableProps<TData>) {
  const { caption, columns: all, data, sort, onSort, busy = false, empty } = props;
  const { getRowId = idOrIndex, size = 'wide', focusable = false } = props;
  const { select, rowClass, renderDetail } = props;
  const container = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useFocusKeeper(container);
  const compact = useMediaQuery(COMPACT);
  const columns = useMemo(() => {
    const isShown = ({ meta }: TableColumn<TData>) => !compact || meta?.narrow !== 'hidden';
    return all.filter((one) => isShown(one) && mayI(one.meta?.asks ?? 'look'));
  }, [all, compact]);
  const table = useTable({ features, columns, data, getRowId });
  const leafColumns = table.getAllLeafColumns();
  const virtualAbove = usePrinting() ? VIRTUAL_ABOVE_PRINTED_ROWS : VIRTUAL_ABOVE_ROWS;
  const isLong = data.length > virtualAbove && !renderDetail;
  const wide = size === 'wide';
  const extra = leafColumns.reduce((sum, column) => sum + extraOf(column), 0);
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
          // The focus ring is hidden when a script moves the focus here, after the focused row was removed.
          !focusable && 'focus:outline-none',
          // The container of a table that fits must not scroll. Otherwise its headers would not stick below
          // the page's header.
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
          <HeaderRow headers={table.getFlatHeaders()} {...{ select, sort, onSort }} />
          <tbody
            {...ROW_GROUP}
            ref={body}
            className={cn(
              // Nothing in a row may cover a sticky header, whatever its layer.
              'isolate transition-opacity duration-150',
              busy && 'opacity-60 delay-100',
              // Scroll anchoring would follow the spacer, which moves as rows render. A long jump would
              // then run to the end.
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
                  {...{ select, rowClass, renderDetail }}
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

/** A CSS width. Widths in rem are made for English, and grow with the words of other languages. */
function widthOf<TData extends RowData>(
  column: Column<typeof features, TData>,
  compact: boolean,
): string | undefined {
  const { meta } = column.columnDef;
  const width = (compact ? meta?.narrow : undefined) ?? meta?.width;
  const extra = extraOf(column, width, compact ? [] : meta?.words, compact);
  return extra > 0 ? `calc(${width} + ${extra.toFixed(2)}rem)` : width;
}

/** Average width of a letter. */
const LETTER_REM = 0.46;
/** Width next to a heading. */
const PADDING_REM = 1.75;
/** Width of the icon in the heading of a sortable column. */
const ICON_REM = 1.25;
/** Cells have less padding in a compact table, but for the last one. */
const COMPACT_PADDING_REM = 1.25;

/** Width in rem that is missing for the longest word of a heading, or for the words of a row's buttons. */
function extraOf<TData extends RowData>(
  { id, columnDef: { header, meta } }: Column<typeof features, TData>,
  width = meta?.width,
  words = meta?.words ?? [],
  compact = false,
): number {
  const letters = words.reduce((sum, word) => sum + translate(word).length - word.length, 0);
  const text = typeof header === 'string' ? translate(header) : '';
  if (text === header || !width?.endsWith('rem')) return Math.max(0, letters * LETTER_REM);
  const longest = Math.max(...text.split(/[\s-]/u).map((word) => word.length));
  const padding = compact && !isActions(id) ? COMPACT_PADDING_REM : PADDING_REM;
  const room = longest * LETTER_REM + padding + (meta?.sortable ? ICON_REM : 0);
  return Math.max(0, letters * LETTER_REM, room - Number.parseFloat(width));
}

function idOrIndex(row: RowData, index: number): string {
  const id: unknown = 'id' in row ? row.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? `id-${id}` : `at-${index}`;
}
