import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react';
import type { RowError } from '~/contract/bulk-reading';
import { cellText, type Edits } from './bulk-files';
import { GridCell } from './grid-cell';
import { parseBlock } from './paste-block';
import { rowNumberOf } from './row-values';
import { useGridCursor, type CellPosition } from './use-grid-cursor';

const ROW_HEIGHT_PX = 52;
const ROWS_IN_VIEW = 8;
/** Up to this many rows are all rendered; above, only the visible ones are. */
const VIRTUAL_ABOVE_ROWS = 100;

interface RowEditorProps {
  rows: readonly RowError[];
  fields: readonly string[];
  edits: Edits;
  onEdit: (changes: ReadonlyArray<CellPosition & { text: string }>) => void;
  /** Called by Escape outside of a cell. */
  onLeave: () => void;
}

/** The invalid rows, edited in place with the keys of a spreadsheet. Of many rows only the visible ones are rendered. */
export function RowEditor({ rows, fields, edits, onEdit, onLeave }: RowEditorProps) {
  const hint = useId();
  const container = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const cursor = useGridCursor({
    rows: rows.length,
    columns: fields.length,
    page: ROWS_IN_VIEW,
    onClear: (position) => onEdit([{ ...position, text: '' }]),
    onLeave,
  });
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => container.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 4,
    initialRect: { width: 0, height: ROW_HEIGHT_PX * ROWS_IN_VIEW },
  });
  const items =
    rows.length > VIRTUAL_ABOVE_ROWS
      ? virtual.getVirtualItems()
      : rows.map((_row, index) => ({ index, start: index * ROW_HEIGHT_PX }));
  const { position } = cursor;
  useEffect(() => {
    if (focused) virtual.scrollToIndex(position.row);
  }, [virtual, focused, position.row]);
  const textAt = ({ row, column }: CellPosition) =>
    cellText(rows[row]?.row, edits.get(row), fields[column] ?? '');

  function onPaste(event: ClipboardEvent): void {
    if (cursor.editing) return;
    event.preventDefault();
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    onEdit(
      block.flatMap((cells, row) =>
        cells.map((text, column) => ({
          row: position.row + row,
          column: position.column + column,
          text,
        })),
      ),
    );
  }

  return (
    <div className="grid gap-2">
      <p id={hint} className="text-sm text-muted">
        Arrow keys move, Enter or typing edits, Tab moves on, Escape leaves. A block copied from
        Excel can be pasted.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its active cell takes the focus */}
      <div
        ref={container}
        role="grid"
        aria-label="Invalid rows"
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        aria-colcount={fields.length + 2}
        className="max-h-112 overflow-auto rounded-md border border-line"
        onKeyDown={cursor.onKeyDown}
        onPaste={onPaste}
        onCopy={(event) => {
          if (cursor.editing) return;
          event.preventDefault();
          event.clipboardData.setData('text/plain', textAt(position));
        }}
        onFocus={() => setFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          setFocused(currentTarget.contains(relatedTarget))
        }
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 flex w-max min-w-full bg-sunken text-sm text-muted"
        >
          <HeadCell index={1} className="w-16 text-right" text="Row" />
          <HeadCell index={2} className="w-80" text="Error" />
          {fields.map((field, index) => (
            <HeadCell key={field} index={index + 3} className="w-44" text={field} />
          ))}
        </div>
        <div
          role="presentation"
          className="relative w-max min-w-full"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className="absolute left-0 flex w-max min-w-full items-stretch border-b border-line"
              style={{ height: ROW_HEIGHT_PX, transform: `translateY(${start}px)` }}
            >
              <div
                role="rowheader"
                aria-colindex={1}
                className="w-16 shrink-0 self-center px-3 text-right text-muted tabular-nums"
              >
                {rowNumberOf(rows[index]?.row) ?? index + 1}
              </div>
              <div
                role="gridcell"
                aria-colindex={2}
                className="w-80 shrink-0 self-center border-r border-line px-3 text-sm text-danger"
                title={rows[index]?.error}
              >
                <span className="line-clamp-2">{rows[index]?.error}</span>
              </div>
              {fields.map((field, column) => {
                const here = { row: index, column };
                const active = position.row === index && position.column === column;
                return (
                  <GridCell
                    key={field}
                    text={textAt(here)}
                    columnIndex={column + 3}
                    label={`${field}, row ${rowNumberOf(rows[index]?.row) ?? index + 1}`}
                    wrong={rows[index]?.fields.includes(field) ?? false}
                    edited={edits.get(index)?.[field] !== undefined}
                    active={active}
                    takesFocus={focused}
                    editing={active ? cursor.editing : null}
                    onPoint={() => active || cursor.moveTo(here)}
                    onEdit={cursor.edit}
                    onCommit={(text, step) => {
                      if (text !== textAt(here)) onEdit([{ ...here, text }]);
                      cursor.stopEditing(step);
                    }}
                    onCancel={() => cursor.stopEditing()}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function HeadCell({ index, text, className }: { index: number; text: string; className: string }) {
  return (
    <div
      role="columnheader"
      aria-colindex={index}
      className={`shrink-0 truncate px-3 py-2 font-medium ${className}`}
    >
      {text}
    </div>
  );
}
