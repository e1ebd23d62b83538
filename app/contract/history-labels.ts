import { apartmentFields } from './apartment-fields';
import { condoFields } from './condo-fields';
import type { Fields } from './fields';
import type { ActorKind, HistoryAction, RecordKind } from './history';
import { administratorInvitationFields, invitationFields } from './invitation-fields';
import { associationFields, userFields } from './user-fields';

/** The words of the history on screens and in its export. */

const FIELDS: Readonly<Record<RecordKind, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  user: userFields,
  association: associationFields,
  invitation: invitationFields,
  administrator_invitation: administratorInvitationFields,
};

/** Fields that are in no field table. */
const OTHER_LABELS: ReadonlyMap<string, string> = new Map([
  ['is_superuser', 'Super Administrator'],
  ['user_id', 'User'],
  ['apartment_id', 'Apartment'],
  ['status', 'Status'],
  ['finding', 'Finding'],
  ['reason', 'Reason'],
  ['factor', 'Factor'],
  ['change', 'Change'],
]);

/** A field's name on the screen. */
export function historyFieldLabel(kind: RecordKind, name: string): string {
  const fields = FIELDS[kind];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.label ?? OTHER_LABELS.get(name) ?? name;
}

export const RECORD_KIND_LABELS: Readonly<Record<RecordKind, string>> = {
  condo: 'Building',
  apartment: 'Apartment',
  user: 'User',
  association: 'Association',
  invitation: 'Invitation',
  administrator_invitation: 'Administrator invitation',
};

export const HISTORY_ACTION_LABELS: Readonly<Record<HistoryAction, string>> = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  imported: 'Imported',
  undone: 'Import undone',
  restored: 'Restored',
  invited: 'Invited',
  resent: 'Sent again',
  accepted: 'Accepted',
  removed: 'Removed',
  deactivated: 'Deactivated',
  signed_in: 'Signed in',
  signed_out: 'Signed out everywhere',
  password_link: 'Password link printed',
  password_set: 'Password set',
  rights: 'Rights changed',
  factors: 'Sign-in factors changed',
  erased: 'Erased',
  set_aside: 'Finding put aside',
  taken_back: 'Finding taken back',
};

/** Actors without a name of their own. */
export const ACTOR_KIND_LABELS: Readonly<Record<ActorKind, string>> = {
  administrator: 'Administrator',
  link: 'By a link',
  person: 'User',
  system: 'System',
  command: 'Command',
  seed: 'Seed',
  database: 'Database',
};
