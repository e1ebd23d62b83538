/**
 * The fields of each import that are compared with the database and with the file's other rows. The reading process puts
 * their values beside the rows in this order; the checks (bulk/checks) find them by keyIndex().
 */
export const KEY_FIELDS = {
  condo: ['name', 'address', 'zip_code'],
  apartment: ['condo_id', 'apartment_number'],
  user_invite: ['email', 'role', 'condo_id', 'apartment_id'],
} as const;

type KeyFields = typeof KEY_FIELDS;

/** Where the values of a field are among a row's keys. */
export function keyIndex<Type extends keyof KeyFields>(
  type: Type,
  field: KeyFields[Type][number],
): number {
  const fields: readonly string[] = KEY_FIELDS[type];
  return fields.indexOf(field);
}
