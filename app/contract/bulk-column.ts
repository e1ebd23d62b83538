import { fieldOf, writableNames, type Field, type Fields } from './fields';
import type { ImportHeading, ImportHeadings } from './import-heading';

/** The kinds of values of a column: a `condo` is an id or an exact name, an `apartment` an id or a number in that building. */
export type BulkColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'parking'
  | 'choice'
  | 'condo'
  | 'apartment';

/** One column of an import file (docs/behaviour.md, "Bulk import"). */
export interface BulkColumn extends Required<Omit<ImportHeading, 'synonyms'>> {
  field: string;
  kind: BulkColumnKind;
  required: boolean;
  /** The values of a choice, each with its synonyms; none for other kinds. */
  options: ReadonlyArray<{ value: string; synonyms: readonly string[] }>;
}

/** The import columns of an entity, in the order of its fields. */
export function bulkColumnsOf<T extends Fields>(
  fields: T,
  headings: ImportHeadings<T>,
): readonly BulkColumn[] {
  return writableNames(fields).map((name) => toColumn(name, fieldOf(fields, name), headings[name]));
}

function toColumn(name: string, field: Field, { synonyms, ...heading }: ImportHeading): BulkColumn {
  const options = field.kind === 'choice' ? field.options : [];
  return {
    label: field.label,
    ...heading,
    field: name,
    kind: columnKind(field),
    required: field.required === true,
    options: options.map((value) => ({ value, synonyms: synonyms?.[value] ?? [] })),
  };
}

function columnKind(field: Field): BulkColumnKind {
  const { kind } = field;
  if (kind === 'number' || kind === 'integer') return field.step === 1 ? 'integer' : 'decimal';
  if (kind === 'reference') return field.to;
  return kind === 'date' || kind === 'parking' || kind === 'choice' ? kind : 'text';
}
