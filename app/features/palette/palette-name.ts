import { msg } from '~/lib/texts';
/** The palette's accessible name; its button begins with the same word. */
export const PALETTE_NAME = msg`Search everything`;
