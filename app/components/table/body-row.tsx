import type { Cell, CellContext, Column, RowData } from '@tanstack/react-table';
import { PureComponent, type ReactNode, type RefObject } from 'react';
import { cn } from '~/lib/cn';
import type { features, TableRow } from './table-features';
import { CELL, ROW } from './table-roles';

/** The id of the column of buttons. It stays in sight where a table is wider than the screen, and is not printed. */
const ACTIONS = 'actions';

/** For the cells of the column of buttons; their row has the background. */
export const ACTIONS_CLASS =
  'sm:sticky sm:right-0 bg-inherit @max-[58rem]:sm:border-l print:hidden';

export function isActions(columnId: string): boolean {
  return columnId === ACTIONS;
}

/** The header is row 1. */
export const FIRST_ROW_INDEX = 2;

/** What chooses rows: a checkbox in the first cell of each, and one for all of them in its header. */
export interface SelectColumn<TData extends RowData> {
  /** Differs from that of any other table on the page. */
  id: string;
  row: (row: TData) => ReactNode;
  all: ReactNode;
}

/** The first cell's padding, with room for the checkbox where rows can be chosen. */
export function firstPadding(selectable: boolean | undefined): string {
  return selectable ? 'first:pl-11 print:first:pl-5' : 'first:pl-5';
}

export interface RowProps<TData extends RowData> {
  /** Rows can be chosen; the first column is to be `selectable`. */
  select?: SelectColumn<TData> | undefined;
  /** More classes for a row, such as those of an inactive entry. */
  rowClass?: ((row: TData) => string | undefined) | undefined;
  /** The content below an expanded row; null for a collapsed one. */
  renderDetail?: ((row: TData) => ReactNode) | undefined;
}

export type Columns<TData extends RowData> = readonly Column<typeof features, TData>[];

export interface RowsProps<TData extends RowData> extends RowProps<TData> {
  /** The element around the rows. */
  body: RefObject<HTMLElement | null>;
  data: readonly TData[];
  columns: Columns<TData>;
}

interface SpacerRowProps {
  height: number;
  columnCount: number;
}

/** Takes the height of rows that are not rendered. */
export function SpacerRow({ height, columnCount }: SpacerRowProps) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but height */}
      <td colSpan={columnCount} className="p-0" style={{ height }} />
    </tr>
  );
}

interface BodyRowProps<TData extends RowData> {
  row: TableRow<TData>;
  rowIndex: number;
  columns: Columns<TData>;
  className?: string | undefined;
  select?: SelectColumn<TData> | undefined;
  detail?: ReactNode;
  /** As high as all other rows, in pixels: content beyond two lines is cut. */
  fixedHeight?: number | undefined;
}

/** Rerenders only when its row or the columns change: `memo` would lose the type parameter, a class keeps it. */
export class BodyRow<TData extends RowData> extends PureComponent<BodyRowProps<TData>> {
  override render() {
    const { row, rowIndex, columns, className, select, detail, fixedHeight } = this.props;
    const isFixed = fixedHeight !== undefined;
    const textId = select && `${select.id}-${row.id}`;
    return (
      <>
        <tr
          {...ROW}
          aria-rowindex={rowIndex}
          style={{ height: fixedHeight }}
          className={cn('hover:bg-sunken has-checked:bg-accent-soft', className ?? 'bg-surface')}
        >
          {row.getAllCells().map((cell, index) => (
            <td
              key={cell.column.id}
              {...CELL}
              data-label={labelOf(cell.column.columnDef)}
              // The checkbox is not part of the cell's name.
              aria-labelledby={index === 0 ? textId : undefined}
              className={cn(
                'h-11 border-b border-line px-3 align-middle wrap-anywhere first:relative last:pr-5',
                firstPadding(cell.column.columnDef.meta?.selectable),
                isFixed ? 'py-0' : 'py-0.5',
                isActions(cell.column.id) && ACTIONS_CLASS,
                cell.column.columnDef.meta?.numeric && 'text-right tabular-nums',
              )}
            >
              {isFixed || index === 0 ? (
                <div
                  id={index === 0 ? textId : undefined}
                  className={isFixed ? TWO_LINES : undefined}
                >
                  {contentOf(cell)}
                </div>
              ) : (
                contentOf(cell)
              )}
              {index === 0 && select?.row(row.original)}
            </td>
          ))}
        </tr>
        {detail != null && detail !== false && (
          <tr {...ROW}>
            <td
              {...CELL}
              colSpan={columns.length}
              className="border-b border-line bg-sunken px-5 py-4"
            >
              {detail}
            </td>
          </tr>
        )}
      </>
    );
  }
}

/** Called, not rendered as a component: a screenful has a hundred cells, and each would be two components more. */
function contentOf<TData extends RowData>(cell: Cell<typeof features, TData>): ReactNode {
  const { cell: content } = cell.column.columnDef;
  if (typeof content !== 'function') return content;
  const render: (context: CellContext<typeof features, TData>) => ReactNode = content;
  return render(cell.getContext());
}

/** What stands before the value on a phone, where each row is a card (styles.css); nothing before buttons. */
function labelOf({
  id,
  header,
}: {
  id?: string | undefined;
  header?: unknown;
}): string | undefined {
  return typeof header === 'string' && !isActions(id ?? '') ? header : undefined;
}

/** Limits a cell's content to two lines, with an ellipsis and room for focus rings. */
const TWO_LINES = '-my-0.5 -mx-1 line-clamp-2 max-h-11 px-1 py-0.5';
