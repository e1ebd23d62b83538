import { useState, type KeyboardEvent } from 'react';

/** A cell by row and column, from 0. */
export interface CellPosition {
  row: number;
  column: number;
}

interface GridCursorOptions {
  rows: number;
  columns: number;
  /** Number of rows that Page Up and Page Down move. */
  page: number;
  start: CellPosition;
  onUndo: () => void;
  onRedo: () => void;
  onClear: (position: CellPosition) => void;
  /** Called for Escape outside of a cell, which lets keyboard users leave the grid. */
  onLeave: () => void;
}

export type GridCursor = ReturnType<typeof useGridCursor>;

/**
 * Keys as in a spreadsheet: arrows, Home, End, Page Up/Down, Tab, Enter, F2, Delete, typing, Ctrl+Z,
 * Ctrl+Y.
 */
export function useGridCursor({ rows, columns, page, start, ...on }: GridCursorOptions) {
  const [position, setPosition] = useState(start);
  /** Set while the cursor's cell is edited. `text` is the character that started the edit. */
  const [editing, setEditing] = useState<{ text: string | null } | null>(null);
  const moveTo = ({ row, column }: CellPosition) => {
    setEditing(null);
    setPosition({ row: clamp(row, rows), column: clamp(column, columns) });
  };
  const stepBy = (row: number, column: number) =>
    moveTo({ row: position.row + row, column: position.column + column });

  /** Moves by a cell. Returns false at the end of the grid, where Tab leaves it. */
  function tab(backwards: boolean): boolean {
    const cell = position.row * columns + position.column + (backwards ? -1 : 1);
    if (cell < 0 || cell >= rows * columns) return false;
    moveTo({ row: Math.floor(cell / columns), column: cell % columns });
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (editing || event.altKey) return;
    const whole = event.ctrlKey || event.metaKey;
    const moves: Readonly<Record<string, () => unknown>> = {
      ArrowUp: () => (whole ? moveTo({ ...position, row: 0 }) : stepBy(-1, 0)),
      ArrowDown: () => (whole ? moveTo({ ...position, row: rows - 1 }) : stepBy(1, 0)),
      ArrowLeft: () => (whole ? moveTo({ ...position, column: 0 }) : stepBy(0, -1)),
      ArrowRight: () => (whole ? moveTo({ ...position, column: columns - 1 }) : stepBy(0, 1)),
      Home: () => moveTo({ row: whole ? 0 : position.row, column: 0 }),
      End: () => moveTo({ row: whole ? rows - 1 : position.row, column: columns - 1 }),
      PageUp: () => stepBy(-page, 0),
      PageDown: () => stepBy(page, 0),
      Enter: () => setEditing({ text: null }),
      F2: () => setEditing({ text: null }),
      Delete: () => on.onClear(position),
      Backspace: () => on.onClear(position),
      Escape: on.onLeave,
    };
    const move = moves[event.key];
    const letter = event.key.toLowerCase();
    if (event.key === 'Tab') {
      if (!tab(event.shiftKey)) return;
    } else if (whole && letter === 'z') (event.shiftKey ? on.onRedo : on.onUndo)();
    else if (whole && letter === 'y') on.onRedo();
    else if (move) move();
    else if (event.key.length === 1 && !whole) setEditing({ text: event.key });
    else return;
    event.preventDefault();
  }

  return {
    position,
    editing,
    moveTo,
    edit: () => setEditing({ text: null }),
    stopEditing: (step?: CellPosition) => {
      if (step) stepBy(step.row, step.column);
      else setEditing(null);
    },
    onKeyDown,
  };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
