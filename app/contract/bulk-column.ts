/**
 * What a column holds. A `condo` cell is an id or a building's exact name, an `apartment` cell an id or a unit's
 * number in that building.
 */
export type BulkColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'parking'
  | 'role'
  | 'condo'
  | 'apartment';

/** One column of an import file (READINGS.md, "Columns of the import files"). */
export interface BulkColumn {
  field: string;
  kind: BulkColumnKind;
  required: boolean;
  /** The field's name on the screen. */
  label: string;
  /** What belongs into it, for the template's note. */
  note: string;
  /** Headings it is known by elsewhere: English, German, French, Italian. */
  aliases: readonly string[];
  /** Value in the template's example row. */
  example: string | number;
}
