/**
 * The roles of a table's elements. On a phone CSS makes cards of the rows (styles.css), and an element that is no longer laid out
 * as part of a table loses its own role in some browsers.
 */
export const TABLE = { role: 'table' } as const;
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;
