import { fieldsOf, readId, readText, type Fields } from '~/fields/reading';

/**
 * Reads one invitation of a response. Only the embedded API sends the last three fields, and an external
 * API may send a building with a name alone.
 */
export function readInvitation(fields: Fields) {
  const mail = fieldsOf(fields.mail);
  const condo = fieldsOf(fields.condo);
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    role: readText(fields.role),
    condo_id: readId(condo.id),
    condo_name: readText(condo.name),
    apartment_number: readText(fieldsOf(fields.apartment).apartment_number),
    created_at: readText(fields.created_at),
    expires_at: readText(fields.expires_at),
    mail_state: readText(mail.state),
    mail_detail: readText(mail.detail),
  };
}

export type Invitation = ReturnType<typeof readInvitation>;
