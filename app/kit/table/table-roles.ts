/**
 * Roles of a table's elements. On a phone CSS turns rows into cards (styles.css), and without table layout an
 * element loses its own role in some browsers.
 */
export const TABLE = { role: 'table' } as const;
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;
