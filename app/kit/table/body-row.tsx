import { flexRender, type Column, type RowData } from '@tanstack/react-table';
import { Component, useSyncExternalStore, type ReactNode } from 'react';
import { cn } from '~/kit/ui/cn';
import { translate, type Language } from '~/language/texts';
import { type features, type TableRow, CELL, ROW } from './table-features';

/** Column id of the buttons. It stays visible in a table wider than the screen, and is not printed. */
const ACTIONS = 'actions';

/** Class for cells of the column of buttons. Their row sets the background. */
export const ACTIONS_CLASS =
  '@max-[42rem]:md:sticky @max-[42rem]:md:right-0 bg-inherit @max-[42rem]:md:border-l print:hidden whitespace-nowrap';

export function isActions(columnId: string): boolean {
  return columnId === ACTIONS;
}

/** The header is row 1. */
export const FIRST_ROW_INDEX = 2;

/** A column of checkboxes: one in the first cell of each row, and one for all rows in its header. */
export interface SelectColumn<TData extends RowData> {
  /** Unique among the tables on the page. */
  id: string;
  row: (row: TData, chosen: boolean) => ReactNode;
  all: ReactNode;
  isChosen: (row: TData) => boolean;
  /** Calls when other rows are chosen. `chosen` is the same set until then. */
  subscribe: (onChange: () => void) => () => void;
  chosen: () => unknown;
}

/** Class of the first cell's padding, which has room for the checkbox if rows can be chosen. */
export function firstPadding(selectable: boolean | undefined): string {
  return selectable ? 'first:pl-11 print:first:pl-5' : 'first:pl-5';
}

export interface RowProps<TData extends RowData> {
  /** Makes rows selectable. The first column must be `selectable`. */
  select?: SelectColumn<TData> | undefined;
  /** Additional classes of a row, such as those of an inactive entry. */
  rowClass?: ((row: TData) => string | undefined) | undefined;
  /** Renders the content below an expanded row; null for a collapsed one. */
  renderDetail?: ((row: TData) => ReactNode) | undefined;
}

export type Columns<TData extends RowData> = readonly Column<typeof features, TData>[];

interface BodyRowProps<TData extends RowData> {
  row: TableRow<TData>;
  rowIndex: number;
  columns: Columns<TData>;
  className?: string | undefined;
  select?: SelectColumn<TData> | undefined;
  chosen: boolean;
  detail?: ReactNode;
  /** True if every row has the same height (styles.css). Content beyond two lines is cut. */
  isFixed: boolean;
  language: Language;
}

/** Row objects are new for each list, but their records may be the same objects. */
const COMPARED = [
  'rowIndex',
  'columns',
  'className',
  'select',
  'chosen',
  'detail',
  'isFixed',
  'language',
] as const satisfies ReadonlyArray<keyof BodyRowProps<RowData>>;

/**
 * Renders again only if its record, its position or the columns change. It is a class, since `memo` would
 * lose the type parameter.
 */
export class BodyRow<TData extends RowData> extends Component<BodyRowProps<TData>> {
  override shouldComponentUpdate(next: BodyRowProps<TData>) {
    const isSame = next.row.original === this.props.row.original;
    return !isSame || COMPARED.some((name) => next[name] !== this.props[name]);
  }

  override render() {
    const { row, rowIndex, columns, className, select, chosen, detail, isFixed } = this.props;
    // The checkbox must not be part of the first cell's name.
    const nameId = select && `${select.id}-${row.id}`;
    return (
      <>
        <tr
          {...ROW}
          aria-rowindex={rowIndex}
          className={cn(
            chosen ? 'bg-accent-soft' : ['hover:bg-sunken', className ?? 'bg-surface'],
            isFixed && 'fixed-row',
          )}
        >
          {row.getAllCells().map((cell, index) => {
            const { id, columnDef } = cell.column;
            const { header, meta } = columnDef;
            const isCut = isFixed && !meta?.short && !isActions(id);
            const isFirst = index === 0;
            const textId = isFirst ? nameId : undefined;
            const content = flexRender(columnDef.cell, cell.getContext());
            return (
              <td
                key={id}
                {...CELL}
                // Label before the value on a phone, where each row is a card (styles.css). Buttons have
                // none.
                data-label={
                  typeof header === 'string' && !isActions(id) ? translate(header) : undefined
                }
                data-phone={isActions(id) ? 'actions' : meta?.phone}
                aria-labelledby={textId}
                translate={meta?.code ? 'no' : undefined}
                className={cn(
                  'h-11 border-b border-line px-3 max-xl:px-2 align-middle wrap-anywhere first:relative last:pr-5',
                  firstPadding(meta?.selectable),
                  isFixed ? 'py-0' : 'py-0.5',
                  isActions(id) && ACTIONS_CLASS,
                  meta?.numeric && 'text-right tabular-nums',
                )}
              >
                {isCut || isFirst ? (
                  <div id={textId} className={isCut ? TWO_LINES : undefined}>
                    {content}
                  </div>
                ) : (
                  content
                )}
                {isFirst && select?.row(row.original, chosen)}
              </td>
            );
          })}
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

/** Limits a cell's content to two lines, with an ellipsis and space for focus rings. */
const TWO_LINES = '-my-0.5 -mx-1 line-clamp-2 max-h-11 px-1 py-0.5';

/** Returns whether a row is chosen, with one subscription for the whole list. */
export function useChosen<TData extends RowData>(
  select: SelectColumn<TData> | undefined,
): (row: TData) => boolean {
  useSyncExternalStore(select?.subscribe ?? subscribeToNothing, select?.chosen ?? nothing);
  return (row) => select?.isChosen(row) ?? false;
}

const nothing = () => null;
const subscribeToNothing = () => nothing;
