import { useEffect, useRef } from 'react';
import { rowNumberOf, type RowError } from '~/imports/bulk-reading';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { cellText, type EditedRow } from './bulk-files';
import { errorWithoutFields, headingOf, rowErrorText } from './row-values';
import type { CellPosition, GridCursor } from './use-grid-cursor';

/** Row number and error stay visible if there is enough width. */
const LEADING_CELL = 'shrink-0 bg-inherit md:sticky md:z-raised';

interface GridRowProps {
  index: number;
  row: RowError;
  fields: readonly string[];
  height: number;
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
      className="isolate flex w-max min-w-full items-stretch border-b border-line bg-surface"
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

export function GridHead({ fields }: { fields: readonly string[] }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-sticky flex h-9 w-max min-w-full bg-sunken text-sm text-muted"
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

interface GridCellProps {
  here: CellPosition;
  text: string;
  label: string;
  wrong: boolean;
  edited: boolean;
  cursor: GridCursor;
  /** True if the grid has the focus, so that the active cell takes it. */
  takesFocus: boolean;
  onChange: (text: string) => void;
}

function GridCell(props: GridCellProps) {
  const { here, text, label, wrong, edited, cursor, takesFocus, onChange } = props;
  const { position } = cursor;
  const active = position.row === here.row && position.column === here.column;
  const editing = active ? cursor.editing : null;
  const cell = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active || !takesFocus || editing) return;
    cell.current?.focus({ preventScroll: true });
    cell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, takesFocus, editing]);
  return (
    <div
      ref={cell}
      role="gridcell"
      // The row's number and its error are the first columns.
      aria-colindex={here.column + 3}
      aria-invalid={wrong && !edited}
      tabIndex={active ? 0 : -1}
      onPointerDown={() => active || cursor.moveTo(here)}
      onDoubleClick={cursor.edit}
      className={cn(
        'flex h-full w-44 shrink-0 items-center border-r border-line',
        wrong && !edited && 'bg-danger-soft',
        edited && 'bg-accent-soft',
        'focus:outline-2 focus:-outline-offset-2 focus:outline-focus',
      )}
    >
      {editing ? (
        <CellInput
          start={editing.text ?? text}
          label={label}
          onEnd={(typed, step) => {
            if (typed !== null && typed !== text) onChange(typed);
            cursor.stopEditing(step);
          }}
        />
      ) : (
        <span className="line-clamp-2 px-3 wrap-anywhere" title={text}>
          {text}
        </span>
      )}
    </div>
  );
}

interface CellInputProps {
  start: string;
  label: string;
  /** Called with the text, or null to discard the edit, and the direction in which the cursor moves. */
  onEnd: (text: string | null, step?: CellPosition) => void;
}

function CellInput({ start, label, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Set once Enter, Tab or Escape has ended the edit, so that the following blur does nothing. */
  const ended = useRef(false);
  useEffect(() => input.current?.focus(), []);
  const end = (...result: Parameters<typeof onEnd>) => {
    if (!ended.current) onEnd(...result);
    ended.current = true;
  };
  return (
    <input
      ref={input}
      defaultValue={start}
      aria-label={label}
      className="h-full w-full bg-surface px-3 outline-2 -outline-offset-2 outline-focus"
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const { value } = event.currentTarget;
        const back = event.shiftKey ? -1 : 1;
        if (event.key === 'Enter') end(value, { row: back, column: 0 });
        else if (event.key === 'Tab') end(value, { row: 0, column: back });
        else if (event.key === 'Escape') end(null);
        else return;
        event.preventDefault();
      }}
    />
  );
}
