import { useMediaQuery } from '~/lib/use-media-query';

/** Two lines of text. In rem, so that rows grow with the browser's text size. */
const ROW_HEIGHT_REM = 2.75;
/** A card of a long list: a line for each column, and what the buttons and the padding add (styles.css). */
const CARD_LINE_REM = 1.75;
const CARD_REST_REM = 3;
const DEFAULT_REM_PX = 16;

/** The height of a row of a long list, in CSS pixels; of a card on a phone. */
export function useRowHeight(columnCount: number): number {
  const isCard = useMediaQuery('screen and (width < 40rem)');
  return toPixels(isCard ? columnCount * CARD_LINE_REM + CARD_REST_REM : ROW_HEIGHT_REM);
}

function toPixels(rem: number): number {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
  return Math.round(rem * size);
}
