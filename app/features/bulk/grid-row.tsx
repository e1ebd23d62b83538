import type { RowError } from '~/contract/bulk-reading';
import { t } from '~/lib/texts';
import { cellText, type EditedRow } from './bulk-files';
import { GridCell } from './grid-cell';
import { errorWithoutFields, headingOf, rowErrorText, rowNumberOf } from './row-values';
import type { CellPosition, GridCursor } from './use-grid-cursor';

/** Row and error stay in sight where there is room for them. */
const LEADING_CELL = 'shrink-0 bg-inherit md:sticky md:z-1';

interface GridRowProps {
  index: number;
  row: RowError;
  fields: readonly string[];
  height: number;
  /** What was typed over it. */
  edit: EditedRow | undefined;
  cursor: GridCursor;
  gridHasFocus: boolean;
  onChange: (position: CellPosition, text: string) => void;
}

/** One invalid row of the editor: its number, its error, and a cell for each field. */
export function GridRow(props: GridRowProps) {
  const { index, row, fields, height, edit, cursor, gridHasFocus, onChange } = props;
  const number = rowNumberOf(row.row) ?? index + 1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="flex w-max min-w-full items-stretch border-b border-line bg-surface"
      style={{ height }}
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
        return (
          <GridCell
            key={field}
            here={here}
            text={cellText(row.row, edit, field)}
            label={t`${headingOf(field)}, row ${number}`}
            wrong={row.fields.includes(field)}
            edited={edit?.[field] !== undefined}
            cursor={cursor}
            takesFocus={gridHasFocus}
            onChange={(text) => onChange(here, text)}
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
      className="sticky top-0 z-10 flex h-9 w-max min-w-full bg-sunken text-sm text-muted"
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
