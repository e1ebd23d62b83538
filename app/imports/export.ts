import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { fieldOf, KIND_VALUES, type Field, type Fields } from '~/fields/fields';
import { userFields } from '~/users/fields';

/** The lists that can be exported, and their columns (docs/behaviour/exports.md). */

export type ExportList = 'condos' | 'apartments' | 'users' | 'invitations' | 'residents';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The separators of CSV files. The first one is the default. */
export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Rows exported so far; `total` is null until it is known. */
export interface ExportProgress {
  rows: number;
  total: number | null;
}

export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'instant';

/** A column of an exported file. Its heading is the field's name in the wire contract. */
export interface ExportColumn {
  name: string;
  kind: CellKind;
}

/** Version of an exported row (./row-version.server.ts). With `id` it identifies an edited export. */
export const ROW_VERSION = 'row_version';
/** Wildcard instead of a version: any version matches, as in If-Match (RFC 9110, 13.1.1). */
export const ANY_VERSION = '*';

/**
 * All fields of a record, in the contract's order. Records of lists that can be reimported also get their
 * version.
 */
const recordColumns = (fields: Fields, comesBack: boolean): ExportColumn[] =>
  Object.keys(fields).flatMap((name): ExportColumn[] => {
    const column = { name, kind: cellKind(fieldOf(fields, name)) };
    return name === 'id' && comesBack ? [column, { name: ROW_VERSION, kind: 'text' }] : [column];
  });

const EXPORT_COLUMNS: Readonly<Record<ExportList, readonly ExportColumn[]>> = {
  condos: recordColumns(condoFields, true),
  apartments: recordColumns(apartmentFields, true),
  users: [...recordColumns(userFields, false), { name: 'condo_associations', kind: 'text' }],
  residents: [
    { name: 'apartment_number', kind: 'text' },
    { name: 'floor_number', kind: 'number' },
    { name: 'name', kind: 'text' },
    { name: 'role', kind: 'text' },
    { name: 'email', kind: 'text' },
  ],
  invitations: [
    { name: 'id', kind: 'number' },
    { name: 'email', kind: 'text' },
    { name: 'role', kind: 'text' },
    { name: 'condo_name', kind: 'text' },
    { name: 'apartment_number', kind: 'text' },
    { name: 'created_at', kind: 'instant' },
    { name: 'expires_at', kind: 'instant' },
    { name: 'mail_state', kind: 'text' },
    { name: 'mail_detail', kind: 'text' },
  ],
};

/**
 * The columns of an export. Only the embedded API sends phones and the days of residents, and can reimport
 * residents.
 */
export function exportColumns(list: ExportList, isEmbedded: boolean): readonly ExportColumn[] {
  const columns = EXPORT_COLUMNS[list];
  if (list === 'users' && !isEmbedded) return columns.filter(({ name }) => name !== 'phone');
  if (list !== 'residents' || !isEmbedded) return columns;
  return [
    { name: 'id', kind: 'number' },
    { name: ROW_VERSION, kind: 'text' },
    { name: 'condo_id', kind: 'number' },
    ...columns,
    { name: 'since', kind: 'date' },
    { name: 'until', kind: 'date' },
    { name: 'note', kind: 'text' },
  ];
}

function cellKind({ kind }: Field): CellKind {
  if (kind === 'boolean' || kind === 'date' || kind === 'instant') return kind;
  return KIND_VALUES[kind] === 'string' ? 'text' : 'number';
}
