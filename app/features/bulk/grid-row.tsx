import type { RowError } from '~/contract/bulk-reading';
import { t } from '~/lib/texts';
import { GridCell } from './grid-cell';
import { errorWithoutFields, headingOf, rowErrorText, rowNumberOf } from './row-values';
import type { CellPosition, GridCursor } from './use-grid-cursor';

/** Row and error stay in sight where there is room for them. */
const LEADING_CELL = 'shrink-0 bg-inherit md:sticky md:z-1';

interface GridRowProps {
  index: number;
  row: RowError;
  fields: readonly string[];
  /** Where it begins, and how high it is. */
  start: number;
  height: number;
  textAt: (position: CellPosition) => string;
  isEdited: (field: string) => boolean;
  cursor: GridCursor;
  gridHasFocus: boolean;
  onChange: (position: CellPosition, text: string) => void;
}

/** One invalid row of the editor: its number, its error, and a cell for each field. */
export function GridRow({
  index,
  row,
  fields,
  start,
  height,
  textAt,
  isEdited,
  cursor,
  gridHasFocus,
  onChange,
}: GridRowProps) {
  const number = rowNumberOf(row.row) ?? index + 1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 flex w-max min-w-full items-stretch border-b border-line bg-surface"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={`${LEADING_CELL} flex w-16 items-center justify-end px-3 text-muted tabular-nums md:left-0`}
      >
        {number}
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        className={`${LEADING_CELL} flex w-80 items-center overflow-hidden border-r border-line px-3 text-sm wrap-anywhere text-danger md:left-16`}
        title={rowErrorText(row)}
      >
        {errorWithoutFields(row)}
      </div>
      {fields.map((field, column) => {
        const here = { row: index, column };
        const active = cursor.position.row === index && cursor.position.column === column;
        return (
          <GridCell
            key={field}
            text={textAt(here)}
            columnIndex={column + 3}
            label={t`${headingOf(field)}, row ${number}`}
            wrong={row.fields.includes(field)}
            edited={isEdited(field)}
            active={active}
            takesFocus={gridHasFocus}
            editing={active ? cursor.editing : null}
            onPoint={() => active || cursor.moveTo(here)}
            onEdit={cursor.edit}
            onCommit={(text, step) => {
              if (text !== textAt(here)) onChange(here, text);
              cursor.stopEditing(step);
            }}
            onCancel={() => cursor.stopEditing()}
          />
        );
      })}
    </div>
  );
}

/** The headings of the columns. */
export function GridHead({ fields }: { fields: readonly string[] }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 flex w-max min-w-full bg-sunken text-sm text-muted"
    >
      <HeadCell index={1} className={`${LEADING_CELL} w-16 text-right md:left-0`} text={t`Row`} />
      <HeadCell index={2} className={`${LEADING_CELL} w-80 md:left-16`} text={t`Error`} />
      {fields.map((field, index) => (
        <HeadCell key={field} index={index + 3} className="w-44 shrink-0" text={headingOf(field)} />
      ))}
    </div>
  );
}

function HeadCell({ index, text, className }: { index: number; text: string; className: string }) {
  return (
    <div
      role="columnheader"
      aria-colindex={index}
      className={`truncate px-3 py-2 font-medium ${className}`}
    >
      {text}
    </div>
  );
}
