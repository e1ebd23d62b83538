import type { UnknownRecord } from '~/fields/reading';
import type { Noun } from '~/kit/ui/list-count';
import { BULK_TYPES, WIRE_BULK_TYPES, type BulkType, type Reading } from '~/imports/schema';
import { referenceMode } from '~/imports/bulk-columns';
import type { EditedType } from '~/imports/row-error';
import { formatCount } from '~/language/format';
import { msg, t } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import { rowNumberOf, type BulkValidation, type RowError } from '~/imports/bulk-reading';
import { CSV_DELIMITERS, toImportCsv, toSpreadsheetCsv } from '~/fields/csv-text';
import { columnsOf, fieldText } from './row-values';

export const BULK_TYPE_TEXTS: Readonly<
  Record<BulkType | EditedType, { label: string; noun: Noun }>
> = {
  condo: { label: msg`Condos`, noun: ['building', 'buildings'] },
  apartment: { label: msg`Apartments`, noun: ['apartment', 'apartments'] },
  user_invite: { label: msg`User Invitations`, noun: ['invitation', 'invitations'] },
  tenancy: { label: msg`People and tenancies`, noun: ['entry', 'entries'] },
  user: { label: msg`Users`, noun: ['user', 'users'] },
};

/** "3 buildings changed, 1 building created". If the type is unknown, both count records. */
export function countsText(type: BulkType | EditedType | null, changed: number, created: number) {
  const noun: Noun = type === null ? ['record', 'records'] : BULK_TYPE_TEXTS[type].noun;
  const parts = [
    changed > 0 && t`${formatCount(changed, ...noun)} changed`,
    created > 0 && t`${formatCount(created, ...noun)} created`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The types that the current API imports. */
export function bulkTypes(): readonly BulkType[] {
  return apiKind().isEmbedded ? BULK_TYPES : WIRE_BULK_TYPES;
}

export type EditedRow = Readonly<Record<string, string>>;
/** Edits by the row's index in the list. */
export type Edits = ReadonlyMap<number, EditedRow>;

/** A cell of an invalid row, as shown on the screen. */
export function cellText(row: unknown, edit: EditedRow | undefined, field: string): string {
  return (edit && Object.hasOwn(edit, field) ? edit[field] : undefined) ?? fieldText(row, field);
}

/** Headings of references that are read as names or numbers, with their fields. */
export function labelHeadings(reading: Reading | null): Record<string, string> {
  const columns = reading?.columns.flatMap(({ heading, field }) =>
    field?.endsWith('_id') && referenceMode(heading) !== 'id' ? [[heading, field] as const] : [],
  );
  return Object.fromEntries(columns ?? []);
}

/**
 * Errors that depend on the file's cell. Once the value is written to a new file, the cell would be valid.
 */
const SHOWN_BY_FILE: ReadonlySet<unknown> = new Set([
  'two_house_numbers',
  'house_number_is_date',
  'other_column',
  'formula_without_result',
  'logical_value',
]);

/** True for an error about the whole row, and for an error that the row's values alone do not show. */
export function isShownByFile({ fields, parts = [], sentence }: RowError): boolean {
  const { code = 'invalid_fields' } = sentence ?? {};
  const isOfRow = fields.length === 0 || code !== 'invalid_fields';
  return isOfRow || parts.some((part) => SHOWN_BY_FILE.has(part.code));
}

/** Invalid rows that stay invalid until somebody edits them, since an edited file would hide their error. */
export function stayingRows(invalidRows: readonly RowError[], edits: Edits): RowError[] {
  return invalidRows.filter((row, index) => !edits.has(index) && isShownByFile(row));
}

/** Largest row number for which blank lines are written. An external API may number rows arbitrarily. */
const NUMBER_LIMIT = 250_000;

/**
 * Writes valid and edited rows as a CSV file for another bulk-validate call. It leaves out the fields in
 * `leftOut` and the rows of `stayingRows`. Blank lines fill gaps, so that rows keep their numbers. The valid
 * rows are those of the validation, unless `valid` has others.
 */
export async function toEditedFile(
  { validRows, invalidRows, reading }: BulkValidation,
  edits: Edits,
  fields: readonly string[],
  name: string,
  leftOut: readonly string[] = [],
  valid?: readonly UnknownRecord[],
): Promise<File> {
  const kept = valid ?? (await validRows.read());
  const columns = [...new Set([...fields, ...columnsOf(kept)])].filter(
    (field) => !leftOut.includes(field),
  );
  const headings = new Map(
    Object.entries(labelHeadings(reading)).map(([heading, field]) => [field, heading]),
  );
  const staying = new Set(stayingRows(invalidRows, edits));
  const rows = [
    ...kept.map((row) => {
      const textOf = (field: string) => {
        const text = fieldText(row, field);
        // Below a heading for a number or name, an id needs the prefix.
        return text !== '' && headings.has(field) ? `id ${text}` : text;
      };
      return { row, textOf };
    }),
    ...invalidRows.flatMap((invalid, index) => {
      const { row } = invalid;
      const textOf = (field: string) => cellText(row, edits.get(index), field);
      return staying.has(invalid) ? [] : [{ row, textOf }];
    }),
  ].map(({ row, textOf }) => ({ number: rowNumberOf(row), cells: columns.map(textOf) }));
  // A column that is neither in the file nor filled in by the user would clear the stored values, so it is
  // left out.
  const read = new Set(reading?.columns.map(({ field }) => field));
  const isWritten = columns.map(
    (field, at) => !reading || read.has(field) || rows.some(({ cells }) => cells[at] !== ''),
  );
  const written = <T>(cells: readonly T[]) => cells.filter((_cell, at) => isWritten[at]);
  const numbered = rows.every(
    ({ number }) => number !== null && number > 1 && number < NUMBER_LIMIT,
  );
  if (numbered) rows.sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const lines: string[][] = [written(columns).map((field) => headings.get(field) ?? field)];
  for (const { number, cells } of rows) {
    const blanks = numbered ? (number ?? 0) - lines.length - 1 : 0;
    for (let index = 0; index < blanks; index += 1) lines.push([]);
    lines.push(written(cells));
  }
  return new File([toImportCsv(lines)], name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' });
}

/**
 * Excel reads a CSV by the system's list separator. Uses the imported file's separator, otherwise the
 * language's.
 */
function delimiterFor(reading: Reading | null): string {
  const own = CSV_DELIMITERS.find(({ name }) => name === reading?.source?.delimiter);
  if (own) return own.char;
  return /^(?:de|fr|it)\b/.test(navigator.language) ? ';' : ',';
}

/**
 * Writes the invalid rows under the file's own headings with an Error column, to be corrected in a
 * spreadsheet.
 */
export function rejectedFile(
  { invalidRows, reading }: BulkValidation,
  edits: Edits,
  fields: readonly string[],
): Blob {
  // A field of several columns is written below the first one. Fields that share a column get separate
  // columns.
  const read = reading?.columns.toReversed() ?? [];
  const headings = new Map(
    read.map(({ heading, field }) => {
      const isShared = read.some((other) => other.heading === heading && other.field !== field);
      return [field ?? heading, isShared ? (field ?? heading) : heading];
    }),
  );
  const isCompleted = (field: string) => field === 'condo_id' && reading?.condo_id !== undefined;
  const named = fields.filter(
    (field) => headings.size === 0 || headings.has(field) || isCompleted(field),
  );
  const rows = invalidRows.map(({ row, error }, index) => [
    ...named.map((field) => cellText(row, edits.get(index), field)),
    error,
  ]);
  const first = [...named.map((field) => headings.get(field) ?? field), 'Error'];
  return new Blob([toSpreadsheetCsv([first, ...rows], delimiterFor(reading))], {
    type: 'text/csv',
  });
}
