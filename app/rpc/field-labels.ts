import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { subjectOf, type Fields } from '~/fields/fields';
import type { RecordKind } from '~/history/schema';
import { administratorInvitationFields, invitationFields } from '~/invitations/fields';
import { associationFields, userFields } from '~/users/fields';

/* Names of fields on screens and in exports, by their names on the wire. */

const TABLES: readonly Fields[] = [condoFields, apartmentFields, invitationFields, userFields];

/** Fields that are in no field table, and "name", which is not only a field of buildings. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['password', 'Password'],
  ['new_password', 'New Password'],
  ['file', 'File'],
  ['type', 'Upload Type'],
]);

/**
 * The label of a field of any record: "number_of_units" is "Number of units". Undefined for an unknown
 * name.
 */
export function fieldLabel(name: string): string | undefined {
  const other = OTHERS.get(name);
  if (other !== undefined) return other;
  // An image is sent as "flag" and returned as "flag_url".
  for (const wireName of [name, `${name}_url`]) {
    const field = TABLES.find((fields) => Object.hasOwn(fields, wireName))?.[wireName];
    if (field) return subjectOf(field);
  }
  return undefined;
}

const FIELDS: Readonly<Record<RecordKind, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  user: userFields,
  association: associationFields,
  invitation: invitationFields,
  administrator_invitation: administratorInvitationFields,
};

/** True for a calendar date of any record, such as "since". */
export function isDateField(name: string): boolean {
  return Object.values(FIELDS).some((fields) => fields[name]?.kind === 'date');
}

const HISTORY_LABELS: ReadonlyMap<string, string> = new Map([
  ['is_superuser', 'Super Administrator'],
  ['rights', 'Rights'],
  ['user_id', 'User'],
  ['merged_into', 'Merged into'],
  ['apartment_id', 'Apartment'],
  ['status', 'Status'],
  ['finding', 'Finding'],
  ['reason', 'Reason'],
  ['factor', 'Factor'],
  ['change', 'Change'],
  ['provider', 'Provider'],
]);

/** The label of a record's field in the history. */
export function historyFieldLabel(kind: RecordKind, name: string): string {
  const fields = FIELDS[kind];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.label ?? HISTORY_LABELS.get(name) ?? name;
}
