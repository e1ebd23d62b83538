import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { fieldOf, writableNames, type Fields } from '~/fields/fields';
import type { RecordKind } from '~/history/schema';
import { administratorInvitationFields, invitationFields } from '~/invitations/fields';
import { associationFields, changeableFields, userFields } from '~/users/fields';
import { administratorInvitations } from './account';
import { apartments, condos, invitations, userCondoAssociations, users } from './records';

/** A table whose changes are recorded. */
export interface RecordedTable {
  table: string;
  /** Column with the person that a record concerns; empty if there is none. */
  person: '' | 'id' | 'user_id';
  /** Field of each recorded column, in field order. Never passwords, tokens or generated columns. */
  fields: ReadonlyMap<string, string>;
  /** Further columns that a restored record needs. They are stored when the record is created or deleted. */
  stored: readonly string[];
  /** The columns whose earlier values can be written back. */
  editable: readonly string[];
}

/** Columns of a building with the name of an image in the store. */
export const IMAGE_COLUMNS = ['image_name', 'flag_name', 'country_flag_name'] as const;

/** The tables with a history. A new field of a field table is recorded from then on. */
export const RECORDED_TABLES: Readonly<Record<RecordKind, RecordedTable>> = {
  condo: recorded(condos, condoFields, {
    editable: [...writableNames(condoFields), ...IMAGE_COLUMNS],
  }),
  apartment: recorded(apartments, apartmentFields, { editable: writableNames(apartmentFields) }),
  user: recorded(users, userFields, {
    person: 'id',
    further: ['is_superuser', 'rights', 'merged_into'],
    editable: writableNames(userFields),
  }),
  association: recorded(userCondoAssociations, associationFields, {
    person: 'user_id',
    further: ['user_id', 'apartment_id'],
    stored: ['created_at'],
    editable: writableNames(changeableFields),
  }),
  invitation: recorded(invitations, invitationFields, {
    person: 'user_id',
    further: ['status', 'user_id', 'since'],
    stored: [
      'invited_by',
      'language',
      'created_at',
      'accepted_at',
      'expires_at',
      'last_sent_at',
      'reminders',
      'mail_state',
      'mail_updated_at',
    ],
  }),
  administrator_invitation: recorded(administratorInvitations, administratorInvitationFields, {
    further: ['rights'],
    stored: ['invited_by', 'created_at', 'expires_at'],
  }),
};

/**
 * Columns that identify a person: the texts of the user's fields, and the note of an association. Erasing a
 * person clears them.
 */
export const PERSONAL_COLUMNS: readonly string[] = [
  ...Object.entries(userFields).flatMap(([name, { kind }]) =>
    kind === 'text' || kind === 'email' || kind === 'image' ? [name] : [],
  ),
  'note',
];

interface RecordingOptions extends Partial<Pick<RecordedTable, 'person' | 'stored' | 'editable'>> {
  /** Columns that are in no field table. */
  further?: readonly string[];
}

function recorded(
  table: PgTable,
  fields: Fields,
  {
    person = '',
    stored = ['created_at', 'updated_at'],
    editable = [],
    further = [],
  }: RecordingOptions,
): RecordedTable {
  const columns = new Set(Object.keys(getTableColumns(table)));
  const pairs = Object.keys(fields).flatMap((name): [string, string][] => {
    const { kind: fieldKind, readOnly } = fieldOf(fields, name);
    if (fieldKind === 'id' || fieldKind === 'instant') return [];
    const column = fieldKind === 'image' ? imageColumn(name, columns) : name;
    if (columns.has(column)) return [[column, name]];
    // A field that is read from another table is recorded with that table.
    if (readOnly) return [];
    throw new Error(`The table ${getTableName(table)} has no column for the field "${name}"`);
  });
  const own = further.map((column): [string, string] => [column, column]);
  const fieldOfColumn = new Map([...pairs, ...own]);
  return { table: getTableName(table), person, fields: fieldOfColumn, stored, editable };
}

/** The wire has an image's address (image_url), the table its name in the store (image_name). */
function imageColumn(field: string, columns: ReadonlySet<string>): string {
  const name = field.replace(/_url$/, '_name');
  return columns.has(name) ? name : field;
}
