import { BULK_TYPES, type BulkType } from './schema';
import {
  apartmentHeadings,
  condoHeadings,
  invitationHeadings,
  tenancyHeadings,
} from './field-headings';
import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { fieldOf, writableNames, type Field, type Fields } from '~/fields/fields';
import {
  namesIn,
  readRecordHeading,
  type ImportHeading,
  type ImportHeadings,
} from './import-heading';
import { invitationFields } from '~/invitations/fields';
import { PERSON_NAMES, tenancyFields } from '~/users/import-fields';
import type { Unit } from '~/fields/number-text';
import { searchText } from '~/fields/search-text';

export const BULK_FIELDS: Readonly<Record<BulkType, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  user_invite: invitationFields,
  tenancy: tenancyFields,
};

/** Kinds of a column's values. A `condo` is an id or name, an `apartment` an id or number. */
export type BulkColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'parking'
  | 'choice'
  | 'condo'
  | 'apartment';

/** One column of an import file (docs/behaviour/imports.md). */
export interface BulkColumn extends Required<Pick<ImportHeading, 'label' | 'note' | 'example'>> {
  aliases: readonly string[];
  record?: ImportHeading['record'];
  field: string;
  kind: BulkColumnKind;
  required: boolean;
  unit?: Unit | undefined;
  /** The values of a choice. Each has its names and synonyms in the form of headingKey(). */
  options: ReadonlyArray<{ value: string; names: ReadonlySet<string> }>;
}

/** A column of a file: its index and the field it is read as. */
export interface MatchedColumn {
  index: number;
  heading: string;
  column: BulkColumn | null;
  /** Set for a house number, which is joined to the street, and for postcode and place in one column. */
  part?: 'houseNumber' | 'zipAndCity';
}

/** The columns of each import, in the template's order. */
export const BULK_COLUMNS: Readonly<Record<BulkType, readonly BulkColumn[]>> = {
  condo: bulkColumnsOf(condoFields, condoHeadings),
  apartment: bulkColumnsOf(apartmentFields, apartmentHeadings),
  user_invite: bulkColumnsOf(invitationFields, invitationHeadings),
  tenancy: bulkColumnsOf(tenancyFields, tenancyHeadings),
};

function bulkColumnsOf<T extends Fields>(fields: T, headings: ImportHeadings<T>) {
  return writableNames(fields).map((name) => toColumn(name, fieldOf(fields, name), headings[name]));
}

function toColumn(name: string, field: Field, heading: ImportHeading): BulkColumn {
  const { aliases, synonyms, ...others } = heading;
  const options = field.kind === 'choice' ? field.options : [];
  return {
    label: field.label,
    ...others,
    aliases: namesIn(aliases),
    field: name,
    kind: columnKind(field),
    required: field.required === true,
    unit: 'unit' in field ? field.unit : undefined,
    options: options.map((value) => ({
      value,
      names: new Set([value, ...namesIn(synonyms?.[value] ?? '')].map(headingKey)),
    })),
  };
}

function columnKind(field: Field): BulkColumnKind {
  const { kind } = field;
  if (kind === 'number' || kind === 'integer') return field.step === 1 ? 'integer' : 'decimal';
  if (kind === 'reference') return field.to;
  return kind === 'date' || kind === 'parking' || kind === 'choice' ? kind : 'text';
}

/** The required columns that a file lacks. For people, a name or an e-mail address is required. */
export function missingColumns(type: BulkType, read: ReadonlySet<string | null>) {
  const isNamed = type !== 'tenancy' || PERSON_NAMES.some((field) => read.has(field));
  return BULK_COLUMNS[type].filter(
    ({ field, required }) => !read.has(field) && (required || (!isNamed && field === 'last_name')),
  );
}

/** A heading in comparable form: like a search text, and without spaces and punctuation. */
export function headingKey(heading: string): string {
  return searchText(heading).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Words for a number or a count, and those between it and what is counted, as searchText() has them. */
const NUMBER_WORDS = /^(?:no|nos|n|nr|num|nummer|number|numero|numeri)$/;
const COUNT_WORDS = /^(?:anz|anzahl|nbr?|nombre)$/;
const BETWEEN_WORDS = /^(?:d|de|des|du|of|the|di|der|dell|delle|dei)$/;

/** A heading's key with each short form of "number" and "count" in full, and without what is in brackets. */
export function fullHeadingKey(heading: string): string {
  const words = searchText(heading.replaceAll(/[([][^()[\]]*[)\]]/g, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !BETWEEN_WORDS.test(word));
  // A count of nothing is no number of a thing.
  const isNumber = (word: string) =>
    NUMBER_WORDS.test(word) || (words.length > 1 && COUNT_WORDS.test(word));
  return words.map((word) => (isNumber(word) ? 'number' : word)).join('');
}

/** The name of a column that has no heading: "Column C". */
export const UNNAMED_HEADING = /^Column ([A-Z]{1,3})$/;

/** Says whether digits below a heading are an id or a label (name or number), or `open`: either of them. */
export function referenceMode(heading: string): 'id' | 'label' | 'open' {
  const { says } = readRecordHeading(heading);
  if (says === null) return 'open';
  return says === 'id' ? 'id' : 'label';
}

export function isReference({ kind }: Pick<BulkColumn, 'kind'>): boolean {
  return kind === 'condo' || kind === 'apartment';
}

/** Other accepted names of a type: the plural and user_invitation(s). */
const TYPE_NAMES: ReadonlyMap<string, BulkType> = new Map([
  ['condos', 'condo'],
  ['apartments', 'apartment'],
  ['user_invites', 'user_invite'],
  ['user_invitation', 'user_invite'],
  ['user_invitations', 'user_invite'],
  ['tenancies', 'tenancy'],
]);

export function readBulkType(name: string): BulkType | null {
  return BULK_TYPES.find((type) => type === name) ?? TYPE_NAMES.get(name) ?? null;
}
