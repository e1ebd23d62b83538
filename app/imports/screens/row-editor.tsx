import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type ClipboardEvent } from 'react';
import type { RowError } from '~/imports/bulk-reading';
import { VIRTUAL_ABOVE_ROWS } from '~/kit/ui/list-count';
import { t } from '~/language/texts';
import { cellText } from './bulk-files';
import { GridHead, GridRow } from './grid-row';
import { rowErrorText } from './row-values';
import type { BulkImportState } from './use-bulk-import';
import { useGridCursor } from './use-grid-cursor';

/** Heights and widths of cells in pixels. They match the classes in grid-row.tsx. */
const ROW_HEIGHT_PX = 52;
/** The headings stay above the rows. */
const HEAD_HEIGHT_PX = 36;
/** Width of row number and error, which stay visible on wide screens. */
const LEADING_WIDTH_PX = 64 + 320;
const FIELD_WIDTH_PX = 176;
const ROWS_IN_VIEW = 8;

export interface RowEditorProps {
  rows: readonly RowError[];
  fields: readonly string[];
  state: Pick<BulkImportState, 'edits' | 'edit' | 'undo' | 'redo'>;
  onLeave: () => void;
}

/** Edits invalid rows in place with the keys of a spreadsheet. Long lists are virtual. */
export function RowEditor({ rows, fields, state, onLeave }: RowEditorProps) {
  const { edits, edit } = state;
  const hint = useId();
  const container = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const firstWrong = Math.max(
    0,
    fields.findIndex((field) => rows[0]?.fields.includes(field)),
  );
  const cursor = useGridCursor({
    rows: rows.length,
    columns: fields.length,
    page: ROWS_IN_VIEW,
    start: { row: 0, column: firstWrong },
    onClear: (position) => edit([{ ...position, text: '' }]),
    onUndo: state.undo,
    onRedo: state.redo,
    onLeave,
  });
  const placed = useMemo(
    () => rows.map((row, index) => ({ row, index, height: rowHeightPx(rowErrorText(row)) })),
    [rows],
  );
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => container.current,
    estimateSize: (index) => placed[index]?.height ?? ROW_HEIGHT_PX,
    overscan: 4,
    scrollMargin: HEAD_HEIGHT_PX,
    scrollPaddingStart: HEAD_HEIGHT_PX,
    initialRect: { width: 0, height: ROW_HEIGHT_PX * ROWS_IN_VIEW },
  });
  const items = virtual.getVirtualItems();
  const isVirtual = rows.length > VIRTUAL_ABOVE_ROWS;
  const visible = isVirtual ? items.flatMap(({ index }) => placed[index] ?? []) : placed;
  const { position } = cursor;
  useEffect(() => {
    if (focused) virtual.scrollToIndex(position.row);
  }, [virtual, focused, position.row]);
  useEffect(() => {
    const grid = container.current;
    // On a phone the error would scroll out of view.
    if (!grid || grid.clientWidth < LEADING_WIDTH_PX + FIELD_WIDTH_PX) return;
    grid.scrollLeft = LEADING_WIDTH_PX + (firstWrong + 1) * FIELD_WIDTH_PX - grid.clientWidth;
  }, [firstWrong]);
  /** Leave the browser's own selection alone, so that an error text can be copied. */
  const ownsClipboard = () =>
    !cursor.editing && container.current?.contains(document.activeElement) === true;

  function onPaste(event: ClipboardEvent): void {
    if (!ownsClipboard()) return;
    event.preventDefault();
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    edit(
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
        {t`Arrow keys move, Enter or typing edits, Tab moves on, Escape leaves, Ctrl+Z undoes. A block copied from Excel can be pasted.`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its active cell takes the focus */}
      <div
        ref={container}
        role="grid"
        aria-label={t`Invalid rows`}
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        aria-colcount={fields.length + 2}
        className="max-h-112 scroll-pt-9 overflow-auto rounded-md border border-line md:scroll-pl-96"
        onKeyDown={cursor.onKeyDown}
        onPaste={onPaste}
        onCopy={(event) => {
          if (!ownsClipboard()) return;
          event.preventDefault();
          const { row, column } = position;
          const text = cellText(rows[row]?.row, edits.get(row), fields[column] ?? '');
          event.clipboardData.setData('text/plain', text);
        }}
        onFocus={() => setFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          setFocused(currentTarget.contains(relatedTarget))
        }
      >
        <GridHead fields={fields} />
        <div
          role="presentation"
          className="w-max min-w-full"
          style={{
            height: virtual.getTotalSize(),
            minWidth: LEADING_WIDTH_PX + fields.length * FIELD_WIDTH_PX,
            paddingTop: isVirtual && items[0] ? items[0].start - HEAD_HEIGHT_PX : 0,
          }}
        >
          {visible.map((row) => (
            <GridRow
              key={row.index}
              {...row}
              fields={fields}
              edit={edits.get(row.index)}
              cursor={cursor}
              gridHasFocus={focused}
              onChange={(here, text) => edit([{ ...here, text }])}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const LINE_PX = 20;
const PADDING_PX = 12;
/** Minimum number of characters in a line of an error. */
const LINE_CHARS = 38;
/** An error with more lines is cut. The cell's title has the whole text. */
const MAX_LINES = 12;

/** Height of a row, so that its whole error is readable. */
function rowHeightPx(error: string): number {
  const lines = Math.min(MAX_LINES, Math.ceil(error.length / LINE_CHARS));
  return Math.max(ROW_HEIGHT_PX, lines * LINE_PX + PADDING_PX);
}

/** A cell of a copied block: a quoted text, the text after it, and the end of the cell. */
const BLOCK_CELL = /(?:"((?:[^"]|"")*)"?)?([^\t\n]*)(\t|\n|$)/g;

/** Parses a block copied from Excel: tabs between cells, line breaks between rows, quoted line breaks. */
function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted = '', plain = '', end] of text.matchAll(BLOCK_CELL)) {
    row.push(quoted.replaceAll('""', '"') + plain.replaceAll('\r', ''));
    if (end === '\t') continue;
    // Excel ends the last row with a line break, other programs do not.
    if (end === '\n' || row.length > 1 || row[0] !== '') rows.push(row);
    if (end === '') break;
    row = [];
  }
  return rows;
}
