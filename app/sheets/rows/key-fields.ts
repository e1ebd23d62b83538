/** The fields of each import that are compared with the database and with the file's other rows. */
export const KEY_FIELDS = {
  condo: ['name', 'address', 'zip_code'],
  apartment: ['condo_id', 'apartment_number'],
  user_invite: ['email', 'role', 'condo_id', 'apartment_id'],
} as const;

export type KeyField = (typeof KEY_FIELDS)[keyof typeof KEY_FIELDS][number];
