import { apartmentFields } from './apartment-fields';
import { condoFields } from './condo-fields';
import type { Fields } from './fields';
import type { RecordKind } from './history';
import { administratorInvitationFields, invitationFields } from './invitation-fields';
import { associationFields, userFields } from './user-fields';

const FIELDS: Readonly<Record<RecordKind, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  user: userFields,
  association: associationFields,
  invitation: invitationFields,
  administrator_invitation: administratorInvitationFields,
};

const OTHER_LABELS: ReadonlyMap<string, string> = new Map([
  ['is_superuser', 'Super Administrator'],
  ['user_id', 'User'],
  ['apartment_id', 'Apartment'],
  ['status', 'Status'],
  ['finding', 'Finding'],
  ['reason', 'Reason'],
  ['factor', 'Factor'],
  ['change', 'Change'],
  ['provider', 'Provider'],
]);

/** A field's name on the screen, and in the export. */
export function historyFieldLabel(kind: RecordKind, name: string): string {
  const fields = FIELDS[kind];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.label ?? OTHER_LABELS.get(name) ?? name;
}
