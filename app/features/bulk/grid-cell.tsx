import { useEffect, useRef } from 'react';
import { cn } from '~/lib/cn';
import type { CellPosition, GridCursor } from './use-grid-cursor';

interface GridCellProps {
  here: CellPosition;
  text: string;
  label: string;
  wrong: boolean;
  edited: boolean;
  cursor: GridCursor;
  /** The grid has the focus, so the active cell takes it. */
  takesFocus: boolean;
  onChange: (text: string) => void;
}

/** One cell of the row editor: text, or an input while it is edited. */
export function GridCell(props: GridCellProps) {
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
      // After the row's number and its error.
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
  /** With the text, or null for an edit that is given up, and where the cursor goes from here. */
  onEnd: (text: string | null, step?: CellPosition) => void;
}

function CellInput({ start, label, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Enter, Tab or Escape has ended the edit; the blur that follows does nothing. */
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
