import { apartmentFields } from './apartment-fields';
import { condoFields } from './condo-fields';
import { subjectOf, type Fields } from './fields';
import { invitationFields } from './invitation-fields';
import { userFields } from './user-fields';

const TABLES: readonly Fields[] = [condoFields, apartmentFields, invitationFields, userFields];

/** Fields that are in no field table, and "name", which not only buildings have. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['password', 'Password'],
  ['new_password', 'New Password'],
  ['file', 'File'],
  ['type', 'Upload Type'],
]);

/** A field on the screen, by its name on the wire, in whatever record: "number_of_units" is "Number of units". Undefined for an unknown one. */
export function fieldLabel(name: string): string | undefined {
  const other = OTHERS.get(name);
  if (other !== undefined) return other;
  // An image is sent as "flag" and answered as "flag_url".
  for (const known of [name, `${name}_url`]) {
    const field = TABLES.find((fields) => Object.hasOwn(fields, known))?.[known];
    if (field) return subjectOf(field);
  }
  return undefined;
}
