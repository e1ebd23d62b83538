import type { RefObject } from 'react';
import { useMediaQuery } from './use-media-query';
import { useRem } from './screen-size';

/** Two lines of text. In rem, so that rows grow with the browser's text size. */
const ROW_HEIGHT_REM = 2.75;
/** A card of a long list: a line for each column, and what the buttons and the padding add (styles.css). */
const CARD_LINE_REM = 1.75;
const CARD_REST_REM = 3;

/** The height of a row of a long list, in CSS pixels; of a card on a phone. `body` is around the rows. */
export function useRowHeight(body: RefObject<HTMLElement | null>, columnCount: number): number {
  const isCard = useMediaQuery('screen and (width < 40rem)');
  const rem = useRem(body);
  return Math.round(rem * (isCard ? columnCount * CARD_LINE_REM + CARD_REST_REM : ROW_HEIGHT_REM));
}
