/** Heights and widths of the row editor's cells, in pixels; the classes in grid-row.tsx say the same. */
export const ROW_HEIGHT_PX = 52;
/** The headings stay above the rows. */
export const HEAD_HEIGHT_PX = 36;
export const ROWS_IN_VIEW = 8;
/** Row and error, which stay in sight on wide screens. */
export const LEADING_WIDTH_PX = 64 + 320;
export const FIELD_WIDTH_PX = 176;

const LINE_PX = 20;
const PADDING_PX = 12;
/** Letters of an error that a line holds at least. */
const LINE_CHARS = 38;
/** An error beyond this is cut; its whole text is the cell's title. */
const MAX_LINES = 12;

/** How high a row is, so that its error can be read. */
export function rowHeightPx(error: string): number {
  const lines = Math.min(MAX_LINES, Math.ceil(error.length / LINE_CHARS));
  return Math.max(ROW_HEIGHT_PX, lines * LINE_PX + PADDING_PX);
}
