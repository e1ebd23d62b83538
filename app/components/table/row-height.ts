/** Two lines of text. In rem, so that rows grow with the browser's text size. */
const ROW_HEIGHT_REM = 2.75;
const DEFAULT_REM_PX = 16;

/** The height of a row of a long list, in CSS pixels. */
export function rowHeightPx(): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
  return Math.round(ROW_HEIGHT_REM * rem);
}
