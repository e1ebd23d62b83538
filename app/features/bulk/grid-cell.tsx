import { useEffect, useRef } from 'react';
import { cn } from '~/lib/cn';

interface GridCellProps {
  text: string;
  columnIndex: number;
  label: string;
  wrong: boolean;
  edited: boolean;
  active: boolean;
  /** The grid has the focus, so the active cell takes it. */
  takesFocus: boolean;
  editing: { text: string | null } | null;
  onPoint: () => void;
  onEdit: () => void;
  onCommit: (text: string, step?: { row: number; column: number }) => void;
  onCancel: () => void;
}

/** One cell of the row editor: text, or an input while it is edited. */
export function GridCell({
  text,
  columnIndex,
  label,
  wrong,
  edited,
  active,
  takesFocus,
  editing,
  onPoint,
  onEdit,
  onCommit,
  onCancel,
}: GridCellProps) {
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
      aria-colindex={columnIndex}
      aria-invalid={wrong && !edited}
      tabIndex={active ? 0 : -1}
      onPointerDown={onPoint}
      onDoubleClick={onEdit}
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
          onCommit={onCommit}
          onCancel={onCancel}
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
  onCommit: GridCellProps['onCommit'];
  onCancel: () => void;
}

function CellInput({ start, label, onCommit, onCancel }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Enter, Tab or Escape has ended the edit; the blur that follows does nothing. */
  const settled = useRef(false);
  useEffect(() => input.current?.focus(), []);
  const commit = (step?: { row: number; column: number }) => {
    settled.current = true;
    onCommit(input.current?.value ?? start, step);
  };
  return (
    <input
      ref={input}
      defaultValue={start}
      aria-label={label}
      className="h-full w-full bg-surface px-3 outline-2 -outline-offset-2 outline-focus"
      onBlur={() => settled.current || commit()}
      onKeyDown={(event) => {
        const back = event.shiftKey ? -1 : 1;
        if (event.key === 'Enter') commit({ row: back, column: 0 });
        else if (event.key === 'Tab') commit({ row: 0, column: back });
        else if (event.key === 'Escape') {
          settled.current = true;
          onCancel();
        } else {
          event.stopPropagation();
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
